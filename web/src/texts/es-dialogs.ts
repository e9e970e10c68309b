// The texts of the dialogs in Spanish, and at the end the engine's lists of rules, formats and
// features. The keys have the order of `en-dialogs.ts`.

import type { Texts } from '../i18n.ts';
import type { enDialogs } from './en-dialogs.ts';

export const esDialogs: Texts<keyof typeof enDialogs> = {
  'new.title': 'Puzle nuevo',
  'new.size': 'Tamaño',
  'new.kind': 'Tipo',
  'new.plain': 'Clásico',
  'new.x': 'X-Sudoku: ambas diagonales',
  'new.down': 'Diagonal principal',
  'new.up': 'Diagonal secundaria',
  'new.jigsaw': 'Jigsaw',
  'new.windoku': 'Windoku',
  'new.level': 'Dificultad',
  'new.symmetry': 'Simetría',
  'new.seed': 'Semilla',
  'new.seed.help':
    'Déjala vacía para un puzle al azar. La misma semilla da el mismo puzle. Usa solo cifras.',
  'new.go': 'Generar',

  'level.any': 'Cualquiera',

  'menu.new.long': 'Puzle nuevo',
  'menu.open.long': 'Abrir un puzle',
  'menu.set.long': 'Crear un puzle',
  'menu.fill': 'Candidatos como marcas centrales',
  'menu.restart': 'Reiniciar el puzle',
  'menu.stats': 'Estadísticas',
  'menu.edit': 'Cambiar cifras dadas',
  'menu.solution': 'Mostrar la solución',
  'menu.game': 'Esta partida',
  'menu.puzzles': 'Puzles',
  'menu.page': 'Página',

  'symmetry.none': 'Ninguna',
  'symmetry.rotational': 'Giro de 180°',
  'symmetry.quarter': 'Giro de 90°',
  'symmetry.horizontal': 'Espejo horizontal',
  'symmetry.vertical': 'Espejo vertical',
  'symmetry.both-mirrors': 'Ambos espejos',
  'symmetry.diagonal': 'Espejo diagonal',
  'symmetry.anti-diagonal': 'Espejo en la diagonal secundaria',
  'symmetry.both-diagonals': 'Espejo en ambas diagonales',
  'symmetry.full': 'Completa',

  'open.title': 'Abrir un puzle',
  'open.without': '¿Abrir sin estas reglas?',
  'open.without.text':
    'Este puzle tiene reglas que ndoku no conoce. Puedes jugar sus cifras dadas sin ellas.',
  'open.without.why': 'El motivo: {why}',
  'open.without.go': 'Abrir sin ellas',
  'open.cancel': 'Cancelar',
  'open.text': 'Puzle',
  'open.help':
    'Escribe, pega o suelta un puzle. Sirven todos los formatos comunes, por ejemplo una línea de 81 caracteres, una cuadrícula con marcas o HoDoKu.',
  'open.file': 'Elegir archivo',
  'open.go': 'Abrir',
  'open.recent': 'Puzles recientes',
  'open.which': 'Puzle {n}',

  'set.title': 'Crear un puzle',
  'set.size': 'Tamaño',
  'set.boxes': 'Cajas',
  'set.boxes.of': '{width}×{height}',
  'set.none': 'Ninguna (cuadrado latino)',
  'set.regions': 'Jigsaw: dibujar regiones',
  'set.down': 'Diagonal principal',
  'set.up': 'Diagonal secundaria',
  'set.rules': 'Más reglas',
  'set.rule': 'Regla',
  'set.rule.argument': 'Número y celdas',
  'set.rule.help':
    'Selecciona celdas en orden en la cuadrícula. Escribe antes un número y dos puntos si la regla tiene uno, como en «9: r1c1 r1c2».',
  'set.rule.add': 'Añadir regla',
  'set.rule.remove': 'Quitar {rule}',
  'set.rule.added': 'Añadida {rule}',
  'set.rule.removed': 'Quitada {rule}',
  'set.start': 'Empezar con la cuadrícula vacía',
  'set.edit': 'Cambiar las cifras dadas',
  'set.regions.title': 'Dibujar regiones',
  'set.regions.help':
    'Elige una región y toca sus celdas o arrastra sobre ellas. Con el teclado, muévete con las flechas y pulsa una cifra o letra para dar la celda a esa región.',
  'set.regions.left': 'Cada región necesita {size} celdas.',
  'set.regions.bad': 'La región {region} tiene {count} celdas.',
  'set.regions.ok': 'Todas las regiones están completas.',
  'set.regions.use': 'Usar regiones',
  'set.regions.random': 'Al azar',
  'set.region.count': 'Región {region}, {count} de {size} celdas',

  'share.title': 'Compartir',
  'share.link': 'Enlace al puzle',
  'share.progress': 'Incluir mi progreso',
  'share.copy': 'Copiar',
  'share.send': 'Compartir…',
  'share.copied': 'Copiado',
  'share.qr': 'Código QR del enlace',
  'share.qr.long': 'El enlace es demasiado largo para un código QR.',
  'share.svg': 'Guardar como SVG',
  'share.png': 'Guardar como PNG',
  'share.sudokupad': 'Abrir en SudokuPad',
  'share.as': 'Formato de texto',
  'share.loses': 'Este formato no puede representar: {what}.',
  'share.file': 'Guardar en archivo',

  'print.count': 'Puzles',
  'print.count.help': 'Los demás puzles son nuevos, del mismo nivel.',
  'print.one': 'Este puzle',
  'print.several': '{n} por página',
  'print.title.show': 'Título y nivel',
  'print.entries': 'Mis entradas y marcas',
  'print.candidates': 'Todos los candidatos',
  'print.solution': 'Soluciones en una página aparte',
  'print.solutions': 'Soluciones',
  'print.paper': 'Papel',
  'print.paper.help': 'Para el archivo PDF. La impresora usa su propio ajuste.',
  'print.file': 'Guardar como PDF',
  'print.saved': 'sudoku.pdf guardado',

  'settings.title': 'Ajustes',
  'settings.look': 'Aspecto',
  'settings.theme': 'Tema',
  'settings.theme.auto': 'Sistema',
  'settings.theme.light': 'Claro',
  'settings.theme.dark': 'Oscuro',
  'settings.theme.contrast': 'Alto contraste',
  'settings.language': 'Idioma',
  'settings.language.auto': 'El del navegador',
  'settings.colorLabels': 'Numerar los colores',
  'settings.digitSize': 'Cifras',
  'settings.digitSize.small': 'Pequeñas',
  'settings.digitSize.normal': 'Normales',
  'settings.digitSize.large': 'Grandes',
  'settings.leftHand': 'Herramientas a la izquierda',
  'settings.input': 'Entrada',
  'settings.digitFirst': 'Cifra primero: elige una cifra y después sus celdas',
  'settings.timer.hide': 'Ocultar el tiempo',
  'settings.highlight': 'Resaltar',
  'settings.sameDigit': 'Celdas con la misma cifra',
  'settings.peers': 'Fila, columna y caja de la celda seleccionada',
  'settings.candidates': 'Candidatos',
  'settings.autoRemove': 'Quitar marcas automáticamente al colocar una cifra',
  'settings.adopt': 'Usar marcas centrales como candidatos',
  'settings.conflicts': 'Errores',
  'settings.repeats': 'Mostrar en el acto cifras repetidas',
  'settings.check': 'Revisar compara con la solución',
  'settings.wrong': 'Mostrar en el acto cifras incorrectas',
  'settings.timer': 'Tiempo',
  'settings.timer.run': 'Medir el tiempo',
  'settings.keys': 'Teclado',
  'settings.keys.anywhere': 'Usar las teclas también fuera de la cuadrícula',
  'settings.restart': 'Reiniciar el puzle',
  'settings.colors': 'Borrar colores y enlaces',

  'help.title': 'Teclado y gestos',
  'help.move': 'mover el cursor',
  'help.extend': 'ampliar la selección',
  'help.extend.keys': 'Mayús/Ctrl + ←↑→↓',
  'help.digit': 'colocar una cifra',
  'help.corner': 'poner una marca de esquina',
  'help.corner.keys': 'Mayús + 1 … 9',
  'help.center': 'poner una marca central',
  'help.center.keys': 'Ctrl + 1 … 9',
  'help.color': 'colorear la celda',
  'help.color.keys': 'Alt / Ctrl+Mayús + 1 … 9',
  'help.modes': 'pasar a cifra, esquina, centro o color; si la mantienes, solo mientras tanto',
  'help.paint':
    'colorear candidatos: Alt y una cifra elige el color, una cifra colorea ese candidato',
  'help.link': 'dibujar enlaces: las cifras son sus extremos; Espacio cambia entre fuerte y débil',
  'help.pen':
    'lápiz: Mayús y una flecha dibuja; Mayús, Alt y una flecha dibuja la línea inclinada de al lado, en sentido horario; Intro marca la celda; del 1 al 4 eligen el signo',
  'help.nextMode': 'modo siguiente',
  'help.nextMode.keys': 'Espacio',
  'help.clear': 'borrar cifras, después marcas, colores, enlaces y lo dibujado',
  'help.clear.keys': 'Retroceso · Supr · 0',
  'help.undo': 'deshacer, rehacer',
  'help.undo.keys': 'Ctrl + Z / Ctrl + Y',
  'help.select': 'seleccionar todo, invertir la selección, quitarla',
  'help.select.keys': 'Ctrl + A · Ctrl + I · Esc',
  'help.selectEqual': 'seleccionar todas las celdas con el mismo contenido',
  'help.selectEqual.keys': 'Intro',
  'help.hint': 'pedir una pista, o su paso siguiente',
  'help.fill': 'poner todos los candidatos como marcas centrales',
  'help.filter': 'y después una cifra: resaltar sus celdas; con Mayús sigue una segunda cifra',
  'help.pairs': 'resaltar las celdas con dos candidatos',
  'help.replay': 'ver la repetición de la partida',
  'help.zoom': 'mostrar una parte de una cuadrícula grande, o toda',
  'help.pause': 'pausar o continuar',
  'help.solve': 'mostrar la solución',
  'help.solve.keys': 'Ctrl + Mayús + Intro',
  'help.letters':
    'cifras desde 10; donde se muestran como números, también puedes escribir ambas cifras',
  'help.alt': 'usar la orden de una letra, donde las letras son cifras de una cuadrícula grande',
  'help.alt.keys': 'Alt + letra',
  'help.paste': 'abrir el puzle copiado',
  'help.paste.keys': 'Ctrl + V',
  'help.pointer':
    'Haz clic o arrastra para seleccionar. En el modo Centro, con candidatos automáticos, pulsa un candidato para quitarlo o reponerlo. Pulsa Color otra vez para colorear candidatos. Mantén Ctrl o Mayús para añadir celdas. Un doble clic o una pulsación larga selecciona todas las celdas con el mismo contenido. Suelta un archivo o texto en cualquier sitio para abrirlo.',
  'help.marks': 'Las pistas usan formas y colores. La leyenda bajo cada pista los explica.',
};

/** Lists of the engine: rules with the form of their argument, formats, and features of puzzles. */
export const esEntries: Texts = {
  'rule.x.summary': 'Las dos diagonales largas contienen todas las cifras (X-Sudoku).',
  'rule.diagonal-main.summary':
    'La diagonal de arriba a la izquierda a abajo a la derecha contiene todas las cifras.',
  'rule.diagonal-anti.summary':
    'La diagonal de arriba a la derecha a abajo a la izquierda contiene todas las cifras.',
  'rule.windoku.summary':
    'Cajas adicionales, a una celda del borde y entre sí, contienen todas las cifras.',
  'rule.disjoint-groups.summary':
    'Las celdas en el mismo lugar de cada caja contienen todas las cifras.',
  'rule.center-dot.summary': 'Las celdas del centro de las cajas contienen todas las cifras.',
  'rule.asterisk.summary': 'Nueve celdas en forma de asterisco contienen todas las cifras (9×9).',
  'rule.girandola.summary':
    'Las esquinas, el centro y, en cada lado, la celda un paso hacia dentro desde el medio contienen todas las cifras (9×9).',
  'rule.colors.summary':
    'Las celdas de un color no repiten cifras; N celdas de un color las contienen todas.',
  'rule.colors.argument': 'MAPA (un carácter por celda, fila a fila; `.` es sin color)',
  'rule.house.summary': 'Estas celdas no repiten cifras; N celdas las contienen todas.',
  'rule.house.argument': 'CELDAS (como r1c1,r2c2,r3c3, o NOMBRE:r1c1,…)',
  'rule.anti-knight.summary': 'Las celdas a un salto de caballo contienen cifras distintas.',
  'rule.anti-king.summary': 'Las celdas a un paso de rey contienen cifras distintas.',
  'rule.non-consecutive.summary': 'Dos celdas contiguas nunca contienen cifras consecutivas.',
  'rule.killer.summary':
    'Las cifras de las celdas son distintas y tienen una suma si se da: una jaula killer.',
  'rule.killer.argument': '[SUMA: ]CELDAS',
  'rule.sum.summary': 'Las cifras de las celdas tienen una suma. Se pueden repetir.',
  'rule.sum.argument': 'SUMA: CELDAS (con factores: 10: r1c1 2*r1c2 -r1c3; varias sumas: 10|20)',
  'rule.arrow.summary': 'La cifra del círculo es la suma de las cifras a lo largo de la flecha.',
  'rule.arrow.argument': 'CÍRCULO; CELDAS (varias celdas de un círculo forman un número)',
  'rule.double-arrow.summary':
    'Las cifras de ambos extremos de la línea suman lo mismo que las de en medio.',
  'rule.double-arrow.argument': 'CELDAS',
  'rule.little-killer.summary': 'Las cifras de una diagonal tienen una suma. Se pueden repetir.',
  'rule.little-killer.argument':
    'SUMA: CELDA DIRECCIÓN (la primera celda, y down-left, up-right, …)',
  'rule.region-sum.summary':
    'Los tramos de la línea dentro de cada caja tienen todos la misma suma.',
  'rule.region-sum.argument': 'CELDAS',
  'rule.zipper.summary':
    'Las celdas a la misma distancia del medio tienen la misma suma. Una celda central es igual a esa suma.',
  'rule.zipper.argument': 'CELDAS',
  'rule.sum-line.summary': 'La línea se puede cortar en tramos con esta suma.',
  'rule.sum-line.argument': 'SUMA: CELDAS (SUMA de 1 a 63; `loop` al final cierra la línea)',
  'rule.difference.summary':
    'Las cifras de dos celdas tienen una diferencia, 1 si no se da: un punto blanco.',
  'rule.difference.argument': '[DIFERENCIA: ]CELDA CELDA',
  'rule.ratio.summary': 'Una cifra es el doble de la otra, o RAZÓN veces: un punto negro.',
  'rule.ratio.argument': '[RAZÓN: ]CELDA CELDA',
  'rule.xv.summary': 'Dos celdas tienen una suma: 10 para X, 5 para V.',
  'rule.xv.argument': 'SUMA: CELDA CELDA (como X: r1c1 r1c2)',
  'rule.difference-negative.summary':
    'Las celdas contiguas sin punto no tienen ninguna diferencia de los puntos blancos.',
  'rule.ratio-negative.summary':
    'Las celdas contiguas sin punto no tienen ninguna razón de los puntos negros.',
  'rule.xv-negative.summary': 'Las celdas contiguas sin X ni V nunca suman 5 ni 10.',
  'rule.thermo.summary': 'Las cifras suben a lo largo de la línea.',
  'rule.thermo.argument': 'CELDAS (primero el bulbo, como r1c1-r1c5)',
  'rule.slow-thermo.summary': 'Las cifras nunca bajan a lo largo de la línea.',
  'rule.slow-thermo.argument': 'CELDAS (primero el bulbo)',
  'rule.whisper.summary':
    'Las vecinas de la línea se diferencian al menos en la mitad del tamaño, por exceso, o en un número.',
  'rule.whisper.argument': '[DIFERENCIA: ]CELDAS',
  'rule.renban.summary':
    'Las cifras de la línea son consecutivas, en cualquier orden, sin repetirse.',
  'rule.renban.argument': 'CELDAS',
  'rule.nabner.summary': 'No hay dos cifras de la línea iguales ni consecutivas.',
  'rule.nabner.argument': 'CELDAS',
  'rule.palindrome.summary': 'La línea se lee igual desde ambos extremos.',
  'rule.palindrome.argument': 'CELDAS',
  'rule.clone.summary': 'Dos grupos de celdas tienen las mismas cifras en los mismos lugares.',
  'rule.clone.argument': 'CELDAS; CELDAS',
  'rule.entropic.summary':
    'Tres celdas seguidas contienen siempre una cifra baja, una media y una alta.',
  'rule.entropic.argument': 'CELDAS',
  'rule.modular.summary': 'M celdas seguidas (3 si no se da) tienen restos distintos módulo M.',
  'rule.modular.argument': '[M: ]CELDAS',
  'rule.between.summary':
    'Las cifras interiores de la línea están estrictamente entre las de sus extremos.',
  'rule.between.argument': 'CELDAS',
  'rule.lockout.summary':
    'Los extremos de la línea se diferencian al menos en 4, o en un número; ninguna cifra interior está entre ellos ni es igual a uno.',
  'rule.lockout.argument': '[DIFERENCIA: ]CELDAS',
  'rule.greater.summary': 'La cifra de la primera celda es mayor que la de la segunda.',
  'rule.greater.argument': 'CELDA CELDA',
  'rule.minimum.summary':
    'Cada una de las celdas contiene una cifra menor que sus vecinas que no están entre ellas.',
  'rule.minimum.argument': 'CELDAS',
  'rule.maximum.summary':
    'Cada una de las celdas contiene una cifra mayor que sus vecinas que no están entre ellas.',
  'rule.maximum.argument': 'CELDAS',
  'rule.odd.summary': 'Las celdas contienen cifras impares.',
  'rule.odd.argument': 'CELDAS',
  'rule.even.summary': 'Las celdas contienen cifras pares.',
  'rule.even.argument': 'CELDAS',
  'rule.pairs.summary': 'Las celdas seguidas cumplen una relación, dada como tabla.',
  'rule.pairs.argument':
    'TABLA: CELDAS (N por N signos 0 o 1, una fila por cada cifra de la primera celda)',
  'rule.sandwich.summary':
    'Las cifras entre la menor y la mayor de una fila o columna tienen una suma.',
  'rule.sandwich.argument': 'SUMA: LÍNEA (como 12: row 3)',
  'rule.x-sum.summary':
    'Las primeras X cifras de una fila o columna tienen una suma. X es la primera cifra.',
  'rule.x-sum.argument': 'SUMA: LÍNEA (como 20: row 3 from right)',
  'rule.skyscraper.summary':
    'El número cuenta las cifras de una fila o columna que son mayores que todas las anteriores.',
  'rule.skyscraper.argument': 'CANTIDAD: LÍNEA (como 3: column 2 from below)',
  'rule.numbered-room.summary':
    'El número es la cifra del lugar que indica la primera cifra de la fila o columna.',
  'rule.numbered-room.argument': 'CIFRA: LÍNEA (como 5: row 3 from right)',
  'rule.row-indexer.summary':
    'Una celda de la fila R contiene V si y solo si la fila V de su columna contiene R.',
  'rule.row-indexer.argument': 'CELDAS',
  'rule.column-indexer.summary':
    'Una celda de la columna C contiene V si y solo si la columna V de su fila contiene C.',
  'rule.column-indexer.argument': 'CELDAS',
  'rule.box-indexer.summary':
    'Una celda en el lugar P de su caja contiene V si y solo si el lugar V de la caja contiene P.',
  'rule.box-indexer.argument': 'CELDAS',
  'rule.quadruple.summary':
    'Las cifras están en las cuatro celdas en torno a una esquina, cada una tantas veces como se indica.',
  'rule.quadruple.argument': 'CIFRAS: CELDA (la de arriba a la izquierda, como 1 2 2: r1c1)',
  'rule.global-entropy.summary':
    'Cada cuadrado de 2×2 contiene una cifra baja, una media y una alta.',
  'rule.global-mod.summary': 'Cada cuadrado de 2×2 contiene cifras de los tres restos módulo 3.',
  'rule.counting-circles.summary':
    'Cada cifra en un círculo aparece exactamente en esa cantidad de círculos.',
  'rule.counting-circles.argument': 'CELDAS',

  'format.line': 'Un puzle por línea, un carácter por celda; la mayoría de programas y colecciones',
  'format.pair': 'Un puzle por línea y, tras una coma, su solución; datos de entrenamiento',
  'format.jigsaw':
    'Cifras dadas y después el mapa de regiones, N² caracteres cada uno; colecciones de jigsaw',
  'format.sukaku': 'Un puzle solo de candidatos, N³ caracteres; Sukaku Explainer',
  'format.grid': 'Filas y columnas con las cajas dibujadas, en ASCII o Unicode; para personas',
  'format.rows':
    'Filas sin bordes: un carácter por celda hasta 35×35, números separados si es mayor',
  'format.spaced':
    'Celdas separadas por espacios, con huecos entre cajas y líneas vacías entre bandas',
  'format.pm':
    'Una cuadrícula con los candidatos de cada celda; HoDoKu, Simple Sudoku, Sukaku Explainer y foros',
  'format.s0':
    'Filas de números, letras y guiones bajos con espacios; un programa en Perl para cualquier tamaño',
  'format.rules': 'Una cuadrícula y, debajo, una línea por regla, como `killer 9: r1c1 r1c2`',
  'format.cpan':
    'Nueve filas de cifras con o sin espacios, comentarios con `#`; Games::Sudoku::Solver en CPAN',
  'format.csv':
    'Una tabla con cabecera; columnas como puzzle, solution, id y difficulty se reconocen por su nombre',
  'format.tsv':
    'Una tabla separada por tabuladores; también una cuadrícula copiada de una hoja de cálculo',
  'format.json': 'JSON de ndoku, que lo admite todo; también una lista simple de números',
  'format.ndjson': 'JSON de ndoku, un puzle por línea, como lo escribe `ndoku convert`',
  'format.sdk':
    'Un puzle con autor, fuente, nivel y las cifras del jugador; SadMan Sudoku, SudoCue',
  'format.sdx': 'Una partida 9×9 empezada con candidatos y las cifras del jugador; SudoCue',
  'format.ss':
    'Una cuadrícula 9×9 dibujada, quizá con cifras colocadas y candidatos; Simple Sudoku',
  'format.hodoku': 'Una posición 9×9 con cifras colocadas, candidatos eliminados y un paso; HoDoKu',
  'format.opensudoku':
    'Archivos de la aplicación OpenSudoku: carpetas de partidas con cifras y notas del jugador',
  'format.fpuzzles': 'El JSON de la herramienta f-puzzles',
  'format.sumocue': 'Texto del portapapeles de SumoCue: jigsaws, uno por línea',
  'format.dimacs': 'Cláusulas para programas SAT: DIMACS CNF, un puzle por archivo',
  'format.fpuzzles-url': 'Enlaces a f-puzzles, que contienen el puzle entero',
  'format.sudokupad':
    'Enlaces a SudokuPad y los textos que contienen (classic…, fpuzzles…, scl…, ctc…)',
  'format.iss': 'Textos de Interactive Sudoku Solver',
  'format.tatham': 'Códigos de juego de la colección de Simon Tatham, también X y jigsaw',

  'feature.sizes other than 9': 'tamaños distintos de 9',
  'feature.the shape of the boxes': 'la forma de las cajas',
  'feature.jigsaw regions': 'regiones de jigsaw',
  'feature.the lack of boxes': 'la falta de cajas',
  'feature.the diagonals': 'las diagonales',
  'feature.the extra rules': 'las demás reglas',
  'feature.the pencilmarks': 'las marcas',
  "feature.the player's digits": 'las cifras del jugador',
  'feature.the solution': 'la solución',
  'feature.title, author and other notes': 'título, autor y otros datos',
  'feature.the symbols': 'los símbolos',
};
