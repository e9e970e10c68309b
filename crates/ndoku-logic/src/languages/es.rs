//! The Spanish catalog.
//!
//! A noun has up to two forms: the singular and the plural, both with the article. Clauses have one
//! form. [`Language`](super::Language) contracts `de el` and `a el`.
//!
//! The file has over 800 lines because it is a list of sentences.

/// The templates with their translations, in the order of the sources.
pub(super) static CATALOG: &[(&str, &str)] = &[
    // hint.rs
    ("Look at {place} for {name}.", "Busca «{name}» en {place}."),
    ("Try {name}: {summary}", "Prueba «{name}»: {summary}"),
    (
        "The pattern is {digits} in {cells}.",
        "El patrón: {digits} en {cells}.",
    ),
    ("The digit is {names}.", "La cifra es {names}."),
    ("The digits are {names}.", "Las cifras son {names}."),
    ("The cell is {names}.", "La celda es {names}."),
    ("The cells are {names}.", "Las celdas son {names}."),
    // path_end.rs, solution_status.rs
    ("The puzzle is solved.", "El puzle está resuelto."),
    (
        "No technique applies.",
        "No se puede aplicar ninguna técnica.",
    ),
    ("The puzzle has no solution.", "El puzle no tiene solución."),
    (
        "No solution contains all these digits and candidates. Undo some of them.",
        "Ninguna solución contiene todas estas cifras y candidatos. Deshaz algunos.",
    ),
    (
        "The search ended early.",
        "La búsqueda terminó antes de tiempo.",
    ),
    (
        "Something is wrong in one cell.",
        "Algo está mal en una celda.",
    ),
    (
        "Something is wrong in {count} cells.",
        "Algo está mal en {count} celdas.",
    ),
    (
        "Look at {cells}: something is wrong there.",
        "Mira {cells}: algo está mal ahí.",
    ),
    (
        "{digit} does not belong in {cell}",
        "{digit} no va en {cell}",
    ),
    (
        "{digit} was removed from {cell}, and belongs there",
        "{digit} se eliminó de {cell}, pero va ahí",
    ),
    // path_text.rs
    ("A worked solution", "Una solución explicada"),
    ("Worked solutions", "Soluciones explicadas"),
    ("Step", "Paso"),
    ("Rating", "Valoración"),
    ("Technique", "Técnica"),
    ("Result", "Resultado"),
    ("Solution", "Solución"),
    ("Final state", "Estado final"),
    (
        "no solution of the puzzle has all these digits and candidates",
        "ninguna solución del puzle contiene todas estas cifras y candidatos",
    ),
    ("Wrong: {mistake}.", "Error: {mistake}."),
    (
        "None of the selected techniques finds anything here.",
        "Ninguna de las técnicas elegidas encuentra nada aquí.",
    ),
    (
        "No technique finds anything here.",
        "Ninguna técnica encuentra nada aquí.",
    ),
    (
        "Stopped after {steps}: {reason}.",
        "Interrumpido tras {steps}: {reason}.",
    ),
    (
        "the limit of guesses was reached",
        "se alcanzó el límite de intentos",
    ),
    ("the search was canceled", "se canceló la búsqueda"),
    ("the time ran out", "se acabó el tiempo"),
    (
        "The puzzle is solved already.",
        "El puzle ya está resuelto.",
    ),
    (
        "Solved in {steps}; the hardest is {name}, {rating} ({level}).",
        "Resuelto en {steps}; el más difícil es «{name}», {rating} ({level}).",
    ),
    (
        "The puzzle has more than one solution.",
        "El puzle tiene más de una solución.",
    ),
    (
        "No further technique applies: {steps} made, {cells} left.",
        "No se aplica ninguna técnica más: {steps}; {cells} por resolver.",
    ),
    ("1 step", "1 paso"),
    ("{count} steps", "{count} pasos"),
    ("1 open cell", "1 celda abierta"),
    ("{count} open cells", "{count} celdas abiertas"),
    ("beginner", "principiante"),
    ("easy", "fácil"),
    ("medium", "medio"),
    ("hard", "difícil"),
    ("expert", "experto"),
    ("extreme", "extremo"),
    // refutation.rs
    (
        "after 1 step of logic, {reason}",
        "tras 1 paso lógico, {reason}",
    ),
    (
        "after {steps} steps of logic, {reason}",
        "tras {steps} pasos lógicos, {reason}",
    ),
    (
        "no digit is left for {cell}",
        "no queda ninguna cifra para {cell}",
    ),
    (
        "{house} has no place for {digits}",
        "en {house} no hay lugar para {digits?el :}{digits}",
    ),
    // rules.rs
    ("the {noun}s at {cells}", "{noun:1} en {cells}"),
    ("the {noun} at {cell}", "{noun} en {cell}"),
    ("the {noun} between {a} and {b}", "{noun} entre {a} y {b}"),
    ("the {noun} of {line}", "{noun} de {line}"),
    ("the {noun}", "{noun}"),
    // step.rs
    ("{cell} must be {digit}", "{cell} debe ser {digit}"),
    (
        "{digits} can be removed from {cells}",
        "{digits?el :las cifras }{digits} se {digits?puede:pueden} eliminar de {cells}",
    ),
    ("So {parts}.", "Por tanto, {parts}."),
    // techniques/als.rs
    ("one of {cells}", "una de las celdas {cells}"),
    (
        "{first} and {second}. So each of the two sets lacks at most one of its digits. Every \
        {digit} of one sees every {digit} of the other, so only one of them can hold {digit}. The \
        other holds all its other digits, so {gone} must be in {one} or in {other}.",
        "{first}, y {second}. Por eso a cada uno de los dos conjuntos le falta como mucho una de \
        sus cifras. Cada {digit} de uno ve cada {digit} del otro, así que solo uno de los dos \
        puede contener el {digit}. El otro contiene todas sus demás cifras, así que {gone?el \
        :}{gone} {gone?debe:deben} estar en {one} o en {other}.",
    ),
    (
        "{first} and {second}, so each of the two sets lacks at most one of its digits. Every {x} \
        of one sees every {x} of the other, and likewise for {y}, so one set lacks {x} and the \
        other {y}. All their other digits are removed from the cells that see all places of the \
        digit in a set. {x} and {y} are removed from the cells that see all their places in both.",
        "{first}, y {second}, así que a cada uno de los dos conjuntos le falta como mucho una de \
        sus cifras. Cada {x} de uno ve cada {x} del otro, y lo mismo pasa con el {y}, así que a un \
        conjunto le falta el {x} y al otro el {y}. Todas sus demás cifras se eliminan de las \
        celdas que ven todos los lugares de la cifra en un conjunto. {x} y {y} se eliminan de las \
        celdas que ven todos sus lugares en ambos.",
    ),
    ("{cell} is {digits}", "{cell} vale {digits}"),
    (
        "the {count} cells {cells} have the candidates {digits}",
        "las {count} celdas {cells} tienen los candidatos {digits}",
    ),
    (
        "so {cells} lacks {lacked} too",
        "así que en {cells} falta también el {lacked}",
    ),
    (
        "so {cells} lack {lacked} too",
        "así que en {cells} falta también el {lacked}",
    ),
    (
        "so {cells} lacks {lacked} and holds {held}",
        "así que en {cells} falta el {lacked} y está el {held}",
    ),
    (
        "so {cells} lack {lacked} and hold {held}",
        "así que en {cells} falta el {lacked} y está el {held}",
    ),
    (
        "But only one of its digits can be missing, so {gone} is in {place}.",
        "Pero solo puede faltar una de sus cifras, así que el {gone} está en {place}.",
    ),
    (
        "So {gone} is in {one} or in {other}.",
        "Por tanto, el {gone} está en {one} o en {other}.",
    ),
    (
        "If {cells} hold no {gone}, they hold {held}",
        "Si en {cells} no está el {gone}, está el {held}",
    ),
    (
        "If {cells} holds no {gone}, it holds {held}",
        "Si en {cells} no está el {gone}, está el {held}",
    ),
    (
        "Each of these sets has one candidate more than it has cells, so a set that lacks one of \
        its digits holds all others. A digit links each set to the next: its places in one see \
        those in the other, so only one of the two can hold it.",
        "Cada uno de estos conjuntos tiene un candidato más que celdas, así que un conjunto al que \
        le falta una de sus cifras contiene todas las demás. Una cifra enlaza cada conjunto con el \
        siguiente: sus lugares en uno ven los del otro, así que solo uno de los dos puede \
        contenerla.",
    ),
    ("{begin}: {links}.", "{begin}: {links}."),
    // techniques/blossom.rs
    (
        "if it is {digit}, {digit} is removed from {cells}",
        "si es {digit}, el {digit} se elimina de {cells}",
    ),
    (
        "{sets}: each set has one candidate more than cells, so it holds all its digits but one. \
        Now look at {stem}: {cases}. The set that loses its digit holds all its others, {gone} \
        among them. So {gone} is in one of the sets, and no cell can hold it that sees all {gone} \
        of all of them.",
        "{sets}: cada conjunto tiene un candidato más que celdas, así que contiene todas sus \
        cifras menos una. Ahora mira {stem}: {cases}. El conjunto que pierde su cifra contiene \
        todas las demás, entre ellas el {gone}. Por tanto, el {gone} está en uno de los conjuntos, \
        y no puede contenerlo ninguna celda que vea cada {gone} de todos ellos.",
    ),
    // techniques/bug.rs
    (
        "Whichever it is, no cell that sees them all can hold {digit}.",
        "Sea cual sea, ninguna celda que los vea todos puede contener el {digit}.",
    ),
    (
        "In {house}, {digit} can only go into {cells}: one of them holds {digit}, and the other \
        one of those candidates.",
        "En {house}, el {digit} solo puede ir en {cells}: una de ellas contiene el {digit}, y la \
        otra uno de esos candidatos.",
    ),
    ("{digits} in {cells}", "{digits} en {cells}"),
    (
        "Without {names}, every open cell would have two candidates, and every missing digit two \
        places in each house.",
        "Sin {names}, cada celda abierta tendría dos candidatos, y cada cifra que falta, dos \
        lugares en cada unidad.",
    ),
    (
        "A solution of that would have a twin, in which every cell holds its other candidate; as \
        the puzzle has only one solution, it is true.",
        "Una solución así tendría una gemela en la que cada celda contiene su otro candidato; como \
        el puzle solo tiene una solución, ese candidato es verdadero.",
    ),
    (
        "A solution of that would have a twin, in which every cell holds its other candidate; as \
        the puzzle has only one solution, one of these is true.",
        "Una solución así tendría una gemela en la que cada celda contiene su otro candidato; como \
        el puzle solo tiene una solución, uno de esos candidatos es verdadero.",
    ),
    // techniques/cages.rs
    (
        "{name} has {count} cells with the sum {total}, and only {left} fits the candidates.",
        "{name} tiene {count} {count?celda:celdas} con la suma {total}, y solo {left} encaja con \
        los candidatos.",
    ),
    (
        "{name} has {count} cells with the sum {total}, and only {left} fit the candidates.",
        "{name} tiene {count} {count?celda:celdas} con la suma {total}, y solo {left} encajan con \
        los candidatos.",
    ),
    (
        "{name} holds {count} consecutive digits, and only {left} is possible.",
        "{name} contiene {count} cifras consecutivas, y solo {left} es posible.",
    ),
    (
        "{name} holds {count} consecutive digits, and only {left} are possible.",
        "{name} contiene {count} cifras consecutivas, y solo {left} son posibles.",
    ),
    (
        "The digits must be {digits}.",
        "Las cifras deben ser {digits}.",
    ),
    (
        "None of them can be completed with the candidates in question.",
        "Ninguna se puede completar con los candidatos en cuestión.",
    ),
    (
        "This contains {digit}",
        "Esta combinación contiene el {digit}",
    ),
    ("All contain {digit}", "Todas contienen el {digit}"),
    (
        "{contained}, and only {cells} can hold it there.",
        "{contained}, y allí solo {cells} puede contenerlo.",
    ),
    (
        "{contained}, which must be in {cells}, so a cell that sees all of these cannot hold it.",
        "{contained}, que debe estar en {cells}, así que una celda que las ve todas no puede \
        contenerlo.",
    ),
    // techniques/chains/explain.rs
    ("{cells} is {digit}", "{cells} es {digit}"),
    ("{digit} is in {cells}", "el {digit} está en {cells}"),
    ("{cells} is not {digit}", "{cells} no es {digit}"),
    ("{digit} is not in {cells}", "el {digit} no está en {cells}"),
    ("its only candidate left", "el único candidato que le queda"),
    (
        "the only place left in {house}",
        "el único lugar que queda en {house}",
    ),
    ("If {off}, then {on}", "Si {off}, entonces {on}"),
    ("so {off} and {on}", "así que {off} y {on}"),
    (
        "the only places left in {house}",
        "los únicos lugares que quedan en {house}",
    ),
    ("{fact} ({reason})", "{fact} ({reason})"),
    (
        "The assumption leads to its contrary, so it is wrong.",
        "La suposición lleva a lo contrario, así que es falsa.",
    ),
    (
        "So {one}, or {other}, or both; a candidate that each of the two rules out is wrong.",
        "Por tanto, {one}, o {other}, o ambas cosas; un candidato que cada una de las dos descarta \
        es falso.",
    ),
    (
        "{chain}, and from that it follows again that {back}. Each of these holds if and only if \
        all the others do, so of two neighbors in the ring one is always true. A candidate that \
        two neighbors both rule out is wrong.",
        "{chain}, y de ahí se deduce otra vez que {back}. Cada una de estas afirmaciones se cumple \
        si y solo si se cumplen todas las demás, así que de dos vecinas en el anillo siempre hay \
        una verdadera. Un candidato que dos vecinas descartan a la vez es falso.",
    ),
    // techniques/coloring.rs
    ("{cells} holds {digit}", "{cells} contiene el {digit}"),
    ("{cells} hold {digit}", "{cells} contienen el {digit}"),
    (
        "{cells} have no candidates but {a} and {b}, and those that see each other differ.",
        "{cells} solo tienen los candidatos {a} y {b}, y las que se ven son distintas.",
    ),
    (
        "So either {one} and {other}, or vice versa.",
        "Así que o bien {one} y {other}, o bien al revés.",
    ),
    (
        "{trap}, so in neither case is {a} or {b} left there.",
        "{trap}, así que ahí no queda ni el {a} ni el {b} en ninguno de los dos casos.",
    ),
    (
        "{trap}, so in neither case can {digit} be there.",
        "{trap}, así que el {digit} no puede estar ahí en ninguno de los dos casos.",
    ),
    ("{cell} sees {others}", "{cell} ve {others}"),
    (
        "But {sees}, so that if it were {name}, neither of the two colors could be.",
        "Pero {sees}, así que, si esa celda fuera {name}, ninguno de los dos colores podría serlo.",
    ),
    (
        "In the same way {cells} are linked: all of them must be {name}, or none.",
        "Del mismo modo están enlazadas {cells}: o todas son {name}, o ninguna.",
    ),
    (
        "But {sees}, so that if they were {name}, neither of the two colors could be.",
        "Pero {sees}, así que, si esas celdas fueran {name}, ninguno de los dos colores podría \
        serlo.",
    ),
    ("{a}, or {b},", "{a} o en {b}"),
    (
        "Strong links join the candidates of {name} in two clusters: either {one} must be {name}, \
        and either {other} must be. {a} and {b} see each other, so at most one is {name}. So \
        {ends} must be {name}. A cell that sees cells of both groups cannot be {name}.",
        "Los enlaces fuertes unen los candidatos del {name} en dos grupos coloreados: el {name} \
        está o bien en {one}, y también o bien en {other}. {a} y {b} se ven, así que como mucho \
        una es {name}. Por tanto, el {name} está en {ends}. Una celda que ve celdas de ambos \
        grupos no puede ser {name}.",
    ),
    (
        "{all} sees {seen}: cells of both colors",
        "{all} ve {seen}, celdas de ambos colores",
    ),
    (
        "Each of {all} sees {seen}: cells of both colors",
        "Cada una de las celdas {all} ve {seen}, celdas de ambos colores",
    ),
    (
        "{sees}: cells of both colors",
        "{sees}, celdas de ambos colores",
    ),
    (
        "Each of {all} sees cells of both colors",
        "Cada una de las celdas {all} ve celdas de ambos colores",
    ),
    (
        "But {a} and {b} have the first color and see each other, so they cannot both be {digit}: \
        that color is false.",
        "Pero {a} y {b} tienen el primer color y se ven, así que no pueden ser {digit} las dos: \
        ese color es falso.",
    ),
    (
        "But {a} and {b} have the second color and see each other, so they cannot both be {digit}: \
        that color is false.",
        "Pero {a} y {b} tienen el segundo color y se ven, así que no pueden ser {digit} las dos: \
        ese color es falso.",
    ),
    (
        "{cells} must all be {digit}",
        "{cells} contienen todas el {digit}",
    ),
    ("{cells} must be {digit}", "{cells} contiene el {digit}"),
    ("{cells} must all be", "lo contienen todas estas: {cells}"),
    ("{cells} must be", "lo contiene {cells}"),
    (
        "Strong links give the candidates of {digit} two colors. Either {first}, or {second}.",
        "Los enlaces fuertes dan a los candidatos del {digit} dos colores. O bien {first}, o bien \
        {second}.",
    ),
    // techniques/deadly.rs
    (
        "Only {cell} has other candidates, so it must hold {others}.",
        "Solo {cell} tiene otros candidatos, así que debe contener la cifra {others}.",
    ),
    (
        "The only other candidate is {extra} in {cells}. One of these holds {extra}, so a cell \
        that sees both does not.",
        "El único candidato adicional es el {extra} en {cells}. Una de estas celdas contiene el \
        {extra}, así que una celda que ve las dos no lo contiene.",
    ),
    (
        "The only other candidate is {extra} in {cells}. One of these holds {extra}, so a cell \
        that sees them all does not.",
        "El único candidato adicional es el {extra} en {cells}. Una de estas celdas contiene el \
        {extra}, así que una celda que las ve todas no lo contiene.",
    ),
    (
        "In {house}, {digit} can only go into {cells}, the cells with other candidates. If one of \
        them held {other}, the other would hold {digit}, and nothing else would be left for the \
        pattern.",
        "En {house}, el {digit} solo puede ir en {cells}, las celdas con otros candidatos. Si una \
        de ellas contuviera el {other}, la otra contendría el {digit}, y al patrón no le quedarían \
        más que sus dos cifras.",
    ),
    (
        "{names} lie in two rows, two columns and two boxes, and none is a clue.",
        "{names} están en dos filas, dos columnas y dos cajas, y ninguna es una cifra dada.",
    ),
    (
        "Each row, column and box has two of the cells {names}, or none, and none is a clue.",
        "Cada fila, columna y caja tiene dos de las celdas {names}, o ninguna, y ninguna es una \
        cifra dada.",
    ),
    (
        "If they held only {a} and {b}, these could be exchanged there, and the puzzle would have \
        a second solution.",
        "Si solo contuvieran {a} y {b}, estas cifras se podrían intercambiar ahí, y el puzle \
        tendría una segunda solución.",
    ),
    // techniques/direct.rs
    (
        "In {base}, {digit} can only go into {places}, which lie in {cover} as well, so it cannot \
        go into {gone}. That leaves {cell} as the only place for {digit} in {target}.",
        "En {base}, el {digit} solo puede ir en {places}, que también están en {cover}, así que no \
        puede ir en {gone}. Eso deja {cell} como único lugar para el {digit} en {target}.",
    ),
    (
        "They fill these cells, so {digit} has one place left in {house}: {cell}.",
        "Ocupan estas celdas, así que al {digit} le queda un solo lugar en {house}: {cell}.",
    ),
    // techniques/exclusion.rs
    (
        "not with {candidate} ({reason})",
        "no con {candidate} ({reason})",
    ),
    (
        "not with {first} and {second} ({reason})",
        "no con {first} y {second} ({reason})",
    ),
    (
        "{candidate} is in no possible combination: {reasons}",
        "{candidate} no está en ninguna combinación posible: {reasons}",
    ),
    (
        "Look at the digits that {cells} can hold together. {parts}.",
        "Mira las cifras que {cells} pueden contener juntas. {parts}.",
    ),
    ("the two cells see each other", "las dos celdas se ven"),
    (
        "that leaves no digit for {names}",
        "eso no deja ninguna cifra para {names}",
    ),
    (
        "that leaves too few digits for {names}",
        "eso deja muy pocas cifras para {names}",
    ),
    // techniques/firework.rs
    (
        "Outside {middle}, {digits} have no place in {houses} but {rays}. If such a digit is in \
        neither of these two cells, both houses have it in {middle}, which holds it only once: so \
        at {crossing}, where all three cross. So the three digits are in the three cells {cells}, \
        which leaves no room for others there.",
        "Fuera de {middle}, las cifras {digits} no tienen más lugar en {houses} que {rays}. Si una \
        de esas cifras no está en ninguna de estas dos celdas, ambas unidades la tienen en \
        {middle}, que solo la contiene una vez: en {crossing}, donde se cruzan las tres. Por \
        tanto, las tres cifras están en las tres celdas {cells}, y ahí no queda sitio para otras.",
    ),
    // techniques/fish.rs
    (
        "In {bases}, {digit} can only go into {covers}.",
        "En {bases}, el {digit} solo puede ir en {covers}.",
    ),
    ("twice", "dos veces"),
    ("{count} times", "{count} veces"),
    (
        "{base} need {digit} {times}, and each of {cover} can hold it only once, so no other cell \
        of {covers} holds it",
        "{base} necesitan el {digit} {times}, y cada una de {cover} solo puede contenerlo una vez, \
        así que ninguna otra celda de {covers} lo contiene",
    ),
    (
        "In {bases}, {digit} can only go into {covers} or into the fin {fins}.",
        "En {bases}, el {digit} solo puede ir en {covers} o en la aleta {fins}.",
    ),
    (
        "In {bases}, {digit} can only go into {covers} or into the fins {fins}.",
        "En {bases}, el {digit} solo puede ir en {covers} o en las aletas {fins}.",
    ),
    (
        "If the fin is false, {used}.",
        "Si la aleta es falsa, {used}.",
    ),
    (
        "If all fins are false, {used}.",
        "Si todas las aletas son falsas, {used}.",
    ),
    (
        "If it is true, {gone}, which sees it, cannot be {digit} either.",
        "Si es verdadera, {gone}, que la ve, tampoco puede ser {digit}.",
    ),
    (
        "If it is true, {gone}, which see it, cannot be {digit} either.",
        "Si es verdadera, {gone}, que la ven, tampoco pueden ser {digit}.",
    ),
    (
        "If one of them is true, {gone}, which sees all of them, cannot be {digit} either.",
        "Si una de ellas es verdadera, {gone}, que las ve todas, tampoco puede ser {digit}.",
    ),
    (
        "If one of them is true, {gone}, which see all of them, cannot be {digit} either.",
        "Si una de ellas es verdadera, {gone}, que las ven todas, tampoco pueden ser {digit}.",
    ),
    (
        "Here {names} counts as a fin because it lies in several of these houses: one {digit} \
        there would do for all of them.",
        "Aquí {names} cuenta como aleta porque está en varias de estas unidades: un {digit} ahí \
        bastaría para todas.",
    ),
    (
        "Here {names} count as fins because they lie in several of these houses: one {digit} there \
        would do for all of them.",
        "Aquí {names} cuentan como aletas porque están en varias de estas unidades: un {digit} ahí \
        bastaría para todas.",
    ),
    ("the {count} rows", "las {count} filas"),
    ("the {count} columns", "las {count} columnas"),
    ("the {count} boxes", "las {count} cajas"),
    ("the {count} houses", "las {count} unidades"),
    // techniques/forcing/explain.rs
    (
        "This cannot be, so the assumption is wrong.",
        "Esto no puede ser, así que la suposición es falsa.",
    ),
    ("In each case {so}.", "En todos los casos {so}."),
    ("In both cases {so}.", "En ambos casos {so}."),
    ("one other candidate is false", "otro candidato es falso"),
    (
        "{count} other candidates are false",
        "otros {count} candidatos son falsos",
    ),
    (
        "If {supposed}, a contradiction net that starts from there shows that {named}.",
        "Si {supposed}, una red de contradicción que parte de ahí muestra que {named}.",
    ),
    (
        "If {supposed}, contradiction nets that start from there show that {named}.",
        "Si {supposed}, las redes de contradicción que parten de ahí muestran que {named}.",
    ),
    (
        "If {supposed}, contradiction nets that start from there show, later ones with the help of \
        earlier ones, that {named}.",
        "Si {supposed}, las redes de contradicción que parten de ahí, las últimas con ayuda de las \
        primeras, muestran que {named}.",
    ),
    ("Then {consequences}.", "Entonces {consequences}."),
    (
        "ruled out by each candidate left: {left}",
        "lo descarta cada candidato que queda: {left}",
    ),
    ("since {one}, and {other}", "porque {one}, y {other}"),
    ("cell {cell} is {digits}", "la celda {cell} es {digits}"),
    (
        "in {house}, {digit} is in {cells}",
        "en {house} el {digit} está en {cells}",
    ),
    (
        "if {supposed}, that is so at once",
        "si {supposed}, eso se cumple de inmediato",
    ),
    (
        "if {supposed}, then {consequences}",
        "si {supposed}, entonces {consequences}",
    ),
    ("{links}, so {end}", "{links}, así que {end}"),
    (
        "{off} as well, since {by}",
        "{off} (una contradicción), porque {by}",
    ),
    ("{off} as well", "{off} (una contradicción)"),
    (
        "{cell} has no candidate left",
        "a {cell} no le queda ningún candidato",
    ),
    (
        "{digit} has no place left in {house}",
        "al {digit} no le queda lugar en {house}",
    ),
    // techniques/innies.rs
    (
        "the group that the cages leave over in {houses}",
        "el grupo que dejan libre las jaulas en {houses}",
    ),
    ("{houses} adds up to {total}", "{houses} suma {total}"),
    ("{houses} add up to {total}", "{houses} suman {total}"),
    ("{sum}, and {cages}.", "{sum}, y {cages}."),
    (
        "The rest is {left} = {difference}.",
        "Queda {left} = {difference}.",
    ),
    (
        "The candidates in question cannot satisfy that.",
        "Los candidatos en cuestión no pueden cumplirlo.",
    ),
    ("{name} has the sum {total}", "{name} tiene la suma {total}"),
    (
        "the {count} cages that fit",
        "las {count} jaulas que encajan",
    ),
    (
        "{names} have the sum {total}",
        "{names} tienen en total la suma {total}",
    ),
    // techniques/joint.rs
    (
        "So {joint} holds {extras}.",
        "Por tanto, {joint} contiene {extras}.",
    ),
    (
        "In {house}, the {count} digits {digits} can only go into {all}; at most {there} of them \
        can go into {joint}, so nothing else goes into {cells}.",
        "En {house}, las {count} cifras {digits} solo pueden ir en {all}; como mucho {there} de \
        ellas {there?puede:pueden} ir en {joint}, así que nada más va en {cells}.",
    ),
    (
        "With {cells} that makes {places} cells of {house} for the {count} digits {digits}, which \
        go nowhere else there.",
        "Con {cells} son {places} celdas de {house} para las {count} cifras {digits}, que ahí no \
        van en ningún otro lugar.",
    ),
    // techniques/locked.rs
    (
        "In {base}, {digit} can only go into {places}, which all lie in {cover}. One of them takes \
        the {digit} of {cover}, wherever it goes.",
        "En {base}, el {digit} solo puede ir en {places}, y todas estas celdas están en {cover}. \
        Vaya donde vaya, una de ellas recibe el {digit} de {cover}.",
    ),
    // techniques/outside.rs
    (
        "No way to fill the line has the candidates in question.",
        "Ninguna forma de llenar la línea contiene los candidatos en cuestión.",
    ),
    (
        "So 1 and {largest} are side by side.",
        "Por tanto, 1 y {largest} están juntos.",
    ),
    ("{least} to {most}", "de {least} a {most}"),
    (
        "This takes {count} digits.",
        "Para eso {count?hace:hacen} falta {count} {count?cifra:cifras}.",
    ),
    (
        "This takes {count} digits: {list}.",
        "Para eso {count?hace:hacen} falta {count} {count?cifra:cifras}: {list}.",
    ),
    (
        "So X, the digit in {cell}, is {digits}.",
        "Por tanto, X, la cifra de {cell}, es {digits}.",
    ),
    (
        "The {largest} can be in {places}.",
        "El {largest} puede estar en {places}.",
    ),
    // techniques/pairs.rs
    (
        "{cell} can only be {digits}",
        "{cell} solo puede ser {digits}",
    ),
    (
        "Cells that see each other differ.",
        "Las celdas que se ven son distintas.",
    ),
    (
        "{fact}, which leaves no partner for some candidates of {cells}.",
        "{fact}, lo que deja sin pareja a algunos candidatos de {cells}.",
    ),
    (
        "Each cell must leave room for those before and after it: {bounds}.",
        "Cada celda debe dejar sitio a las anteriores y a las siguientes: {bounds}.",
    ),
    // techniques/quotas.rs
    (
        "Its ends can be {one} in {first} and {other} in {last}",
        "Sus extremos pueden ser {one} en {first} y {other} en {last}",
    ),
    (
        "{ends}, and {cells} must be {digits}.",
        "{ends}, y {cells} {cells?debe:deben} ser {digits}.",
    ),
    (
        "only {cells} can be {digits}",
        "solo {cells} {cells?puede:pueden} ser {digits}",
    ),
    (
        "These digits take all the cells, so no other digit has a place.",
        "Estas cifras ocupan todas las celdas, así que ninguna otra cifra tiene lugar.",
    ),
    (
        "A digit leaves the other circles if it has too few places or is complete, and it takes \
        all its places if they are just enough.",
        "Una cifra sale de los demás círculos si tiene muy pocos lugares o está completa, y ocupa \
        todos sus lugares si son los justos.",
    ),
    // techniques/rectangles.rs
    (
        "In {houses}, {digit} can only go into the rectangle. If one of {rich} held it, both \
        would, and {rest} would be left with the other digit.",
        "En {houses}, el {digit} solo puede ir en el rectángulo. Si una de las celdas {rich} lo \
        contuviera, lo contendrían las dos, y a {rest} les quedaría la otra cifra.",
    ),
    (
        "In {houses}, {digit} can only go into the rectangle. If {corner} held {goes}, then \
        {sides} would hold {digit}, which leaves {goes} for {opposite}.",
        "En {houses}, el {digit} solo puede ir en el rectángulo. Si {corner} contuviera el {goes}, \
        {sides} contendrían el {digit}, y a {opposite} le quedaría el {goes}.",
    ),
    (
        "Three of them hold {digits} already.",
        "Tres de ellas ya contienen {digits}.",
    ),
    (
        "What is placed of it holds {digits} crosswise, and only {other} keeps {cells} from \
        completing it: one of these holds {other}.",
        "Las celdas ya colocadas contienen {digits} en cruz, y solo el {other} impide que {cells} \
        lo completen: una de ellas contiene el {other}.",
    ),
    // techniques/rule_chains.rs
    ("If {supposed}, {end}.", "Si {supposed}, {end}."),
    (
        "If {supposed}, then {first}",
        "Si {supposed}, entonces {first}",
    ),
    ("{links}. Then {end}.", "{links}. Entonces {end}."),
    ("{cells} are not {digit}", "{cells} no son {digit}"),
    ("by {rule}", "por {rule}"),
    ("the only place in {house}", "el único lugar en {house}"),
    (
        "{name} cannot be satisfied in {cells}",
        "no hay forma de completar {name} en {cells}",
    ),
    (
        "{name} cannot be satisfied",
        "no hay forma de completar {name}",
    ),
    // techniques/rule_text.rs
    (
        "{name} means that {demand}.",
        "{name} significa que {demand}.",
    ),
    ("{count} combinations", "{count} combinaciones"),
    ("from {low} to {high}", "de {low} a {high}"),
    ("{list}, and so on", "{list}, etc"),
    // techniques/single_digit.rs
    (
        "In {one}, {digit} can only go into {a} and {b}, and in {other} only into {c} and {d}. \
        {conflict}, so they cannot both be {digit}: {a} or {d} must be. A cell that sees both \
        cannot be {digit}.",
        "En {one}, el {digit} solo puede ir en {a} y {b}, y en {other}, solo en {c} y {d}. \
        {conflict}, así que no pueden ser {digit} las dos: debe serlo {a} o {d}. Una celda que ve \
        ambas no puede ser {digit}.",
    ),
    ("{a} and {b} lie in {house}", "{a} y {b} están en {house}"),
    ("{a} and {b} see each other", "{a} y {b} se ven"),
    (
        "In {house}, {digit} can only go into {line} or {other_line}. If {digit} were in {gone}, \
        {other_line} would have no other {digit}, so {house} would have its {digit} in {line}; \
        then {near} could not be {digit}, and {strong} would have its {digit} in {far}. But {far} \
        sees {all}.",
        "En {house}, el {digit} solo puede ir en {line} o {other_line}. Si el {digit} estuviera en \
        {gone}, {other_line} no tendría otro {digit}, así que {house} tendría su {digit} en \
        {line}; entonces {near} no podría ser {digit}, y {strong} tendría su {digit} en {far}. \
        Pero {far} ve {all}.",
    ),
    // techniques/singles.rs
    (
        "{cell} is the last open cell of {house}, and {digit} is missing there.",
        "{cell} es la última celda abierta de {house}, y ahí falta el {digit}.",
    ),
    (
        "In {house}, {digit} can only go into {cell}: every other open cell there sees the digit \
        {digit}, or has lost that candidate.",
        "En {house}, el {digit} solo puede ir en {cell}: cada una de las demás celdas abiertas ve \
        un {digit} o ha perdido ese candidato.",
    ),
    (
        "The other {others} digits stand in cells that {cell} sees, or have been removed from it.",
        "Las otras {others} cifras están en celdas que {cell} ve, o se han eliminado de \
        {cell}.",
    ),
    // techniques/subsets.rs
    (
        "{names} both lie in {places} and have no candidates but {digits}. They need {count} \
        different digits, so they take both, and no other cell of {where_else} can have them.",
        "{names} están en {places} y solo tienen los candidatos {digits}. Necesitan {count} cifras \
        distintas, así que se quedan con las dos, y ninguna otra celda de {where_else} puede \
        tenerlas.",
    ),
    (
        "{names} all lie in {places} and have no candidates but {digits}. They need {count} \
        different digits, so they take all {count}, and no other cell of {where_else} can have \
        them.",
        "{names} están en {places} y solo tienen los candidatos {digits}. Necesitan {count} cifras \
        distintas, así que se quedan con las {count}, y ninguna otra celda de {where_else} puede \
        tenerlas.",
    ),
    (
        "These {count} digits fill the {count} cells, so nothing else can go there.",
        "Estas {count} cifras ocupan las {count} celdas, así que ahí no puede ir nada más.",
    ),
    (
        "In {house}, {digits} can only go into {cells}.",
        "En {house}, las cifras {digits} solo pueden ir en {cells}.",
    ),
    // techniques/sue_de_coq.rs
    ("{cells} with {digits}", "{cells} con {digits}"),
    (
        "Where {one} and {other} cross, look at {middle}; add {a} from {one} and {b} from {other}.",
        "Donde se cruzan {one} y {other}, mira {middle}; añade {a} de {one} y {b} de {other}.",
    ),
    (
        "None of the {number} digits {digits} can be in two of these cells, as its places see each \
        other, and that just suffices to fill the {count} cells.",
        "Ninguna de las {number} cifras {digits} puede estar en dos de estas celdas, porque sus \
        lugares se ven, y eso basta justo para llenar las {count} celdas.",
    ),
    (
        "So all of these digits are there, and are removed from all other cells that see all those \
        places.",
        "Por tanto, todas estas cifras están ahí, y se eliminan de todas las demás celdas que ven \
        todos esos lugares.",
    ),
    (
        "{twice} can be there twice, in {one} and in {other}, but {once} only once each, as its \
        places see each other, and that just suffices to fill the {count} cells.",
        "{twice} {twice?puede:pueden} estar ahí dos veces, en {one} y en {other}, pero {once} solo \
        una vez cada cifra, porque sus lugares se ven, y eso basta justo para llenar las {count} \
        celdas.",
    ),
    (
        "So all of these digits are there as often as can be, and are removed from all other cells \
        that see all those places.",
        "Por tanto, todas estas cifras están ahí tantas veces como pueden, y se eliminan de todas \
        las demás celdas que ven todos esos lugares.",
    ),
    // techniques/sums.rs
    ("{low} to {high}", "entre {low} y {high}"),
    ("{cells} is {range}", "{cells} vale {range}"),
    ("{cells} add up to {range}", "{cells} suman {range}"),
    ("the sum must be {sum}", "la suma debe ser {sum}"),
    (
        "the sum must be from {low} to {high}",
        "la suma debe estar entre {low} y {high}",
    ),
    ("{sides}, and {sum}.", "{sides}, y {sum}."),
    (
        "Each cell must leave such a sum to the others: {left}.",
        "Cada celda debe dejar esa suma a las demás: {left}.",
    ),
    (
        "No way to reach the sum has the candidates in question.",
        "Ninguna forma de alcanzar la suma contiene los candidatos en cuestión.",
    ),
    // techniques/templates.rs
    (
        "Every way to place all {digit}s left on the board needs {cell}, if each house is to have \
        one and no two may see each other.",
        "Toda forma de colocar la cifra {digit} donde aún falta necesita {cell}, si cada unidad \
        debe tener una y dos de ellas no pueden verse.",
    ),
    (
        "No way to place all {digit}s left on the board uses {cells}, if each house is to have one \
        and no two may see each other.",
        "Ninguna forma de colocar la cifra {digit} donde aún falta usa {cells}, si cada unidad \
        debe tener una y dos de ellas no pueden verse.",
    ),
    // techniques/tridagon.rs
    (
        "Only {cell} has other candidates, so it holds {extras}.",
        "Solo {cell} tiene otros candidatos, así que contiene la cifra {extras}.",
    ),
    (
        "The only other candidate is {extras} in {cells}, so one of these holds it.",
        "El único candidato adicional es el {extras} en {cells}, así que una de estas celdas lo \
        contiene.",
    ),
    (
        "{cells} are three cells of each of four boxes, one in each of its rows and columns. \
        With {digits} only, boxes side by side would have these in the same cyclic order, and so \
        would boxes one below the other. But the cells rise instead of falling in an odd number of \
        these boxes, so the orders contradict each other.",
        "{cells} son tres celdas de cada una de cuatro cajas, una en cada fila y columna de la \
        caja. Solo con {digits}, las cajas contiguas los tendrían en el mismo orden cíclico, y las \
        cajas una debajo de otra también. Pero en un número impar de estas cajas las celdas suben \
        en vez de bajar, así que los órdenes se contradicen.",
    ),
    // techniques/wings.rs
    (
        "if it is {other}, {cell}, which has {digits}, must be {digit}",
        "si es {other}, a {cell} ({digits}) solo le queda el {digit}",
    ),
    (
        "otherwise it is {gone} itself",
        "si no, ella misma es {gone}",
    ),
    (
        "{pivot} is {digits}: {cases}.",
        "{pivot} es {digits}: {cases}.",
    ),
    (
        "In each case one of {cells} is {gone}, so a cell that sees all three cannot be {gone}.",
        "En todos los casos una de las celdas {cells} es {gone}, así que una celda que ve las tres \
        no puede ser {gone}.",
    ),
    (
        "In each case one of {cells} is {gone}, so a cell that sees both cannot be {gone}.",
        "En ambos casos una de las celdas {cells} es {gone}, así que una celda que ve las dos no \
        puede ser {gone}.",
    ),
    (
        "{one} and {other} have the same two candidates, {digit} and {gone}. If both were {digit}, \
        {house} would have no place left for {digit}, which can only go into {places} there. So at \
        least one of {one} and {other} is {gone}.",
        "{one} y {other} tienen los mismos dos candidatos, {digit} y {gone}. Si las dos fueran \
        {digit}, en {house} no quedaría lugar para el {digit}, que ahí solo puede ir en {places}. \
        Por tanto, al menos una de las celdas {one} y {other} es {gone}.",
    ),
    // The nouns and demands of rules
    (
        "additional rule",
        "la regla adicional | las reglas adicionales",
    ),
    (
        "the additional rule restricts these cells",
        "la regla adicional restringe estas celdas",
    ),
    ("anti-knight rule", "la regla del caballo"),
    (
        "cells a knight's move apart differ",
        "las celdas a un salto de caballo son distintas",
    ),
    ("anti-king rule", "la regla del rey"),
    (
        "cells a king's move apart differ",
        "las celdas a un paso de rey son distintas",
    ),
    ("non-consecutive rule", "la regla de cifras no consecutivas"),
    (
        "cells side by side are never consecutive",
        "las celdas contiguas nunca son consecutivas",
    ),
    ("cage", "la jaula | las jaulas"),
    (
        "the digits of a cage differ and have its sum",
        "las cifras de una jaula son distintas y tienen su suma",
    ),
    ("sum", "la suma | las sumas"),
    (
        "the weighted digits have the sum {value}",
        "las cifras ponderadas tienen la suma {value}",
    ),
    ("arrow", "la flecha | las flechas"),
    (
        "the digits along it have the sum that its circle shows",
        "las cifras a lo largo de la flecha tienen la suma que muestra su círculo",
    ),
    ("double arrow", "la flecha doble | las flechas dobles"),
    (
        "the two ends have the same sum as the cells between them",
        "los dos extremos tienen la misma suma que las celdas entre ellos",
    ),
    (
        "little killer {value}",
        "el little killer {value} | los little killer {value}",
    ),
    (
        "the digits on the diagonal have the sum {value}",
        "las cifras de la diagonal tienen la suma {value}",
    ),
    (
        "region sum line",
        "la línea de sumas por región | las líneas de sumas por región",
    ),
    (
        "the parts of the line in each box have the same sum",
        "las partes de la línea en cada caja tienen la misma suma",
    ),
    ("zipper line", "la línea cremallera | las líneas cremallera"),
    (
        "cells at the same distance from the middle have the same sum",
        "las celdas a la misma distancia del centro tienen la misma suma",
    ),
    ("sum line", "la línea de suma | las líneas de suma"),
    (
        "the line can be cut into parts with the sum {value}",
        "la línea se puede cortar en partes con la suma {value}",
    ),
    ("white dot", "el punto blanco"),
    (
        "its two digits differ by {value}",
        "sus dos cifras difieren en {value}",
    ),
    ("black dot", "el punto negro"),
    (
        "one of its digits is {value} times the other",
        "una de sus cifras es {value} veces la otra",
    ),
    ("{value}", "el signo {value}"),
    (
        "its two digits have the sum that it shows",
        "sus dos cifras tienen la suma que muestra",
    ),
    (
        "rule of missing white dots",
        "la regla de los puntos blancos ausentes",
    ),
    (
        "cells side by side without a dot have no difference of a white dot",
        "las celdas contiguas sin punto no tienen la diferencia de un punto blanco",
    ),
    (
        "rule of missing black dots",
        "la regla de los puntos negros ausentes",
    ),
    (
        "cells side by side without a dot have no ratio of a black dot",
        "las celdas contiguas sin punto no tienen la razón de un punto negro",
    ),
    ("rule of missing X and V", "la regla de las X y V ausentes"),
    (
        "cells side by side without X or V have neither sum 5 nor sum 10",
        "las celdas contiguas sin X ni V no suman 5 ni 10",
    ),
    ("thermometer", "el termómetro"),
    (
        "the digits rise along it",
        "las cifras crecen a lo largo de él",
    ),
    ("slow thermometer", "el termómetro lento"),
    (
        "the digits never fall along it",
        "las cifras nunca bajan a lo largo de él",
    ),
    ("whisper line", "la línea whispers"),
    (
        "neighbors on the line differ by at least {value}",
        "las celdas vecinas de la línea difieren en al menos {value}",
    ),
    ("renban line", "la línea renban | las líneas renban"),
    (
        "the digits of the line are consecutive",
        "las cifras de la línea son consecutivas",
    ),
    ("nabner line", "la línea nabner"),
    (
        "no two digits of the line are equal or consecutive",
        "no hay dos cifras de la línea iguales ni consecutivas",
    ),
    ("palindrome", "el palíndromo"),
    (
        "cells at the same distance from both ends are equal",
        "las celdas a la misma distancia de ambos extremos son iguales",
    ),
    ("clone", "el clon"),
    (
        "cells at the same place of both clones are equal",
        "las celdas en el mismo lugar de ambos clones son iguales",
    ),
    ("entropic line", "la línea entrópica"),
    (
        "any three successive cells have a low, a middle and a high digit",
        "tres celdas seguidas tienen siempre una cifra baja, una media y una alta",
    ),
    ("modular line", "la línea modular"),
    (
        "any {value} successive cells have different remainders modulo {value}",
        "{value} celdas seguidas tienen siempre restos distintos módulo {value}",
    ),
    ("between line", "la línea between"),
    (
        "the inner digits lie strictly between those at the ends",
        "las cifras interiores están estrictamente entre las de los extremos",
    ),
    ("lockout line", "la línea lockout"),
    (
        "the ends differ by at least {value}, and no inner digit lies in their range",
        "los extremos difieren al menos en {value}, y ninguna cifra interior está en su intervalo",
    ),
    ("inequality sign", "el signo de desigualdad"),
    (
        "the first of its two cells has the greater digit",
        "la primera de sus dos celdas tiene la cifra mayor",
    ),
    ("minimum cell", "la celda mínima"),
    (
        "a minimum cell is smaller than its unmarked neighbors",
        "una celda mínima es menor que sus vecinas sin marcar",
    ),
    ("maximum cell", "la celda máxima"),
    (
        "a maximum cell is greater than its unmarked neighbors",
        "una celda máxima es mayor que sus vecinas sin marcar",
    ),
    ("odd mark", "la marca de impar"),
    (
        "marked cells hold odd digits",
        "las celdas marcadas contienen cifras impares",
    ),
    ("even mark", "la marca de par"),
    (
        "marked cells hold even digits",
        "las celdas marcadas contienen cifras pares",
    ),
    ("line", "la línea"),
    (
        "neighbors on the line satisfy its table of pairs",
        "las vecinas en la línea cumplen su tabla de parejas",
    ),
    ("sandwich clue {value}", "el dato sándwich {value}"),
    (
        "the digits between the smallest and the largest digit have the sum {value}",
        "las cifras entre la menor y la mayor tienen la suma {value}",
    ),
    ("X-sum {value}", "la X-suma {value}"),
    (
        "the first X digits have the sum {value}, where X is the first of them",
        "las primeras X cifras tienen la suma {value}, donde X es la primera de ellas",
    ),
    ("skyscraper clue {value}", "el dato de rascacielos {value}"),
    (
        "exactly {value} digits are greater than all digits before them",
        "exactamente {value} cifras son mayores que todas las anteriores",
    ),
    ("numbered room {value}", "la habitación numerada {value}"),
    (
        "the X-th digit is {value}, where X is the first digit",
        "la cifra número X es {value}, donde X es la primera cifra",
    ),
    ("row indexer", "el índice de fila"),
    (
        "its digit says in which row of the column its own row number stands",
        "su cifra dice en qué fila de la columna está el número de su propia fila",
    ),
    ("column indexer", "el índice de columna"),
    (
        "its digit says in which column of the row its own column number stands",
        "su cifra dice en qué columna de la fila está el número de su propia columna",
    ),
    ("box indexer", "el índice de caja"),
    (
        "its digit says at which place of the box the number of its own place stands",
        "su cifra dice en qué lugar de la caja está el número de su propio lugar",
    ),
    ("quadruple {value}", "el cuádruple {value}"),
    (
        "the four cells contain the digits {value}",
        "las cuatro celdas contienen las cifras {value}",
    ),
    ("2×2 square", "el cuadrado de 2×2"),
    (
        "each 2×2 square has a low, a middle and a high digit",
        "cada cuadrado de 2×2 tiene una cifra baja, una media y una alta",
    ),
    (
        "each 2×2 square has digits of all three remainders modulo 3",
        "cada cuadrado de 2×2 tiene cifras de los tres restos módulo 3",
    ),
    ("counting circles", "la regla de los círculos que cuentan"),
    (
        "a digit in a circle is in as many circles as it says",
        "una cifra en un círculo está en tantos círculos como dice",
    ),
    // Houses and lines
    ("row {number}", "la fila {number}"),
    ("column {number}", "la columna {number}"),
    ("box {number}", "la caja {number}"),
    ("region {number}", "la región {number}"),
    ("window {number}", "la ventana {number}"),
    ("disjoint group {number}", "el grupo disjunto {number}"),
    ("color {number}", "el color {number}"),
    ("extra house {number}", "la unidad adicional {number}"),
    ("main diagonal", "la diagonal principal"),
    ("anti-diagonal", "la diagonal secundaria"),
    ("center-dot", "la unidad de los centros"),
    ("asterisk", "el asterisco"),
    ("girandola", "la girándula"),
    (
        "row {number} from right",
        "la fila {number} desde la derecha",
    ),
    (
        "column {number} from below",
        "la columna {number} desde abajo",
    ),
    ("rows {numbers}", "las filas {numbers}"),
    ("columns {numbers}", "las columnas {numbers}"),
    ("boxes {numbers}", "las cajas {numbers}"),
    ("regions {numbers}", "las regiones {numbers}"),
    ("windows {numbers}", "las ventanas {numbers}"),
    (
        "disjoint groups {numbers}",
        "los grupos disjuntos {numbers}",
    ),
    ("colors {numbers}", "los colores {numbers}"),
    (
        "extra houses {numbers}",
        "las unidades adicionales {numbers}",
    ),
    ("cage {number}", "la jaula en {number}"),
    ("cages {numbers}", "las jaulas en {numbers}"),
    // Families of techniques
    ("Singles", "Únicos"),
    ("Locked candidates", "Candidatos bloqueados"),
    ("Direct techniques", "Técnicas directas"),
    ("Subsets", "Subconjuntos"),
    ("Fish", "Peces"),
    ("Complex fish", "Peces complejos"),
    ("Single-digit patterns", "Patrones de una cifra"),
    ("Coloring", "Coloreado"),
    ("Wings", "Wings"),
    ("Chains", "Cadenas"),
    ("Almost locked sets", "Conjuntos casi bloqueados"),
    ("Sums", "Sumas"),
    ("Cages", "Jaulas"),
    ("Pairs of cells", "Parejas de celdas"),
    ("Counts and ends", "Cantidades y extremos"),
    ("Outside clues", "Datos exteriores"),
    ("Chains through rules", "Cadenas a través de reglas"),
    ("Templates", "Plantillas"),
    ("Fireworks", "Fireworks"),
    ("Bivalue universal graves", "Bivalue Universal Graves"),
    ("Loops", "Bucles"),
    ("Impossible patterns", "Patrones imposibles"),
    ("Forcing chains and nets", "Cadenas y redes forzadas"),
    ("Rectangles", "Rectángulos"),
    ("Aligned exclusion", "Exclusión alineada"),
    // Names and summaries of techniques: the heading and the first quote of each page
    ("Full House", "Última celda"),
    (
        "A house has one open cell left, which takes the missing digit.",
        "En una unidad queda una sola celda abierta, que recibe la cifra que falta.",
    ),
    ("Hidden Single in a Box", "Único oculto en una caja"),
    (
        "A digit has one place left in a box.",
        "A una cifra le queda un solo lugar en una caja.",
    ),
    ("Hidden Single", "Único oculto"),
    (
        "A digit has one place left in a row, a column or another house that is not a box.",
        "A una cifra le queda un solo lugar en una fila, una columna u otra unidad que no es una \
        caja.",
    ),
    ("Direct Pointing", "Pointing directo"),
    (
        "All places of a digit in a box lie in one line, which leaves the digit one place in \
        another box.",
        "Todos los lugares de una cifra en una caja están en una línea, lo que deja a la cifra un \
        solo lugar en otra caja.",
    ),
    ("Direct Claiming", "Claiming directo"),
    (
        "All places of a digit in a line lie in one box, which leaves the digit one place in \
        another such line.",
        "Todos los lugares de una cifra en una línea están en una caja. Eso deja a la cifra un \
        solo lugar en otra línea paralela.",
    ),
    ("Direct Hidden Pair", "Par oculto directo"),
    (
        "Two digits fill two cells of a house, which leaves a third digit one place in it.",
        "Dos cifras ocupan dos celdas de una unidad, lo que deja a una tercera cifra un solo lugar \
        en ella.",
    ),
    ("Restricted Cell", "Celda restringida"),
    (
        "A rule restricts single cells, such as odd and even cells.",
        "Una regla restringe celdas sueltas, como las celdas pares e impares.",
    ),
    ("Single Combination", "Combinación única"),
    (
        "A cage has one combination of digits left, so its cells lose all other digits.",
        "A una jaula le queda una sola combinación de cifras, así que sus celdas pierden todas las \
        demás.",
    ),
    ("Pair Rule", "Regla de pareja"),
    (
        "A candidate has no partner in a cell to which a dot, a sign or a line relates it.",
        "Un candidato no tiene pareja en una celda con la que lo relaciona un punto, un signo o \
        una línea.",
    ),
    ("Order Bounds", "Límites de orden"),
    (
        "Digits rise along a thermometer or by inequalities, so each cell leaves room for those \
        before and after it.",
        "Las cifras crecen a lo largo de un termómetro o por desigualdades, así que cada celda \
        deja sitio a las anteriores y a las posteriores.",
    ),
    ("Naked Single", "Único desnudo"),
    (
        "A cell has one candidate left.",
        "A una celda le queda un solo candidato.",
    ),
    ("Line Class", "Clases de la línea"),
    (
        "A cell of an entropic or modular line has one class of digits, so cells nearby have other \
        classes.",
        "Una celda de una línea entrópica o modular tiene una clase de cifras, así que las celdas \
        cercanas tienen otras clases.",
    ),
    ("Direct Hidden Triple", "Trío oculto directo"),
    (
        "Three digits fill three cells of a house, which leaves a fourth digit one place in it.",
        "Tres cifras ocupan tres celdas de una unidad, lo que deja a una cuarta cifra un solo \
        lugar en ella.",
    ),
    ("Sum Bounds", "Límites de suma"),
    (
        "The smallest or largest sum of the other cells bounds a cell of an arrow, a diagonal or a \
        line.",
        "La suma más baja o más alta de las demás celdas limita una celda de una flecha, una \
        diagonal o una línea.",
    ),
    ("Pointing", "Pointing"),
    (
        "All places of a digit in a box lie in one line, so it is removed from the rest of the \
        line.",
        "Todos los lugares de una cifra en una caja están en una línea, así que la cifra se \
        elimina del resto de la línea.",
    ),
    ("Innies and Outies", "Innies y Outies"),
    (
        "The sum of a house without the cages in it gives the sum of the cells that are left over, \
        or of those that stick out.",
        "La suma de una unidad sin las jaulas que contiene da la suma de las celdas que sobran, o \
        de las que sobresalen.",
    ),
    ("Line Ends", "Extremos de la línea"),
    (
        "The digits at the ends of a between or lockout line limit those inside it, and vice \
        versa.",
        "Las cifras de los extremos de una línea between o lockout limitan las del interior, y \
        viceversa.",
    ),
    ("Digit Quota", "Cupo de cifras"),
    (
        "Some cells must hold certain digits, and only just enough of them can.",
        "Algunas celdas deben contener ciertas cifras, y solo pueden hacerlo las celdas justas.",
    ),
    ("Claiming", "Claiming"),
    (
        "All places of a digit in a line, or in another house that is not a box, lie in one other \
        house, so it is removed from the rest of that house.",
        "Todos los lugares de una cifra en una línea, o en otra unidad que no es una caja, están \
        también en una segunda unidad. Por eso la cifra se elimina del resto de esta.",
    ),
    ("Cage Combinations", "Combinaciones de la jaula"),
    (
        "No combination of digits that a cage has left lets a cell hold a candidate.",
        "Ninguna combinación de cifras que le queda a una jaula permite que una celda contenga un \
        candidato.",
    ),
    ("Locked Pair", "Par bloqueado"),
    (
        "Two cells that share two houses have the same two candidates, which are removed from the \
        rest of both houses.",
        "Dos celdas que comparten dos unidades tienen los mismos dos candidatos, que se eliminan \
        del resto de ambas unidades.",
    ),
    ("Required Digit", "Cifra obligada"),
    (
        "Every combination that a cage has left contains a digit, so no cell that sees its places \
        there can hold it.",
        "Toda combinación que le queda a una jaula contiene una cifra, así que ninguna celda que \
        ve sus lugares en la jaula puede contenerla.",
    ),
    ("Naked Pair", "Par desnudo"),
    (
        "Two cells of a house have the same two candidates, which are removed from the rest of the \
        house.",
        "Dos celdas de una unidad tienen los mismos dos candidatos, que se eliminan del resto de \
        la unidad.",
    ),
    ("Renban Window", "Ventana renban"),
    (
        "The digits of a line are consecutive, and no run of digits that is left lets a cell hold \
        a candidate.",
        "Las cifras de una línea son consecutivas, y ninguna serie de cifras que queda permite que \
        una celda contenga un candidato.",
    ),
    ("Index", "Índice"),
    (
        "A digit says where another one is, and one of them cannot be there.",
        "Una cifra dice dónde está otra, y una de las dos no puede estar ahí.",
    ),
    ("Locked Triple", "Trío bloqueado"),
    (
        "Three cells that share two houses have three candidates in all, which are removed from \
        the rest of both houses.",
        "Tres celdas que comparten dos unidades tienen tres candidatos en total, que se eliminan \
        del resto de ambas unidades.",
    ),
    ("X-Wing", "X-Wing"),
    (
        "All places of a digit in two parallel lines lie in two crossing lines, so it is removed \
        from the rest of the crossing lines.",
        "Todos los lugares de una cifra en dos líneas paralelas están en dos líneas que las \
        cruzan. Por eso la cifra se elimina del resto de estas últimas.",
    ),
    ("Sum Combinations", "Combinaciones de suma"),
    (
        "No way to reach a sum lets a cell of an arrow or a diagonal hold a candidate.",
        "Ninguna forma de alcanzar una suma permite que una celda de una flecha o una diagonal \
        contenga un candidato.",
    ),
    ("Hidden Pair", "Par oculto"),
    (
        "Two digits have the same two places in a house, so all other candidates are removed from \
        these cells.",
        "Dos cifras tienen los mismos dos lugares en una unidad, así que todos los demás \
        candidatos se eliminan de esas celdas.",
    ),
    ("Equal Sums", "Sumas iguales"),
    (
        "Parts of a line have the same sum, and no sum that all can reach lets a cell hold a \
        candidate.",
        "Las partes de una línea tienen la misma suma, y ninguna suma que todas pueden alcanzar \
        permite que una celda contenga un candidato.",
    ),
    ("Outside Clue", "Dato exterior"),
    (
        "No way to fill a row or column satisfies the clue beside it and lets a cell hold a \
        candidate.",
        "Ninguna forma de llenar una fila o columna cumple el dato que tiene al lado y permite que \
        una celda contenga un candidato.",
    ),
    ("Naked Triple", "Trío desnudo"),
    (
        "Three cells of a house have three candidates in all, which are removed from the rest of \
        the house.",
        "Tres celdas de una unidad tienen tres candidatos en total, que se eliminan del resto de \
        la unidad.",
    ),
    ("Swordfish", "Swordfish"),
    (
        "All places of a digit in three parallel lines lie in three crossing lines, so it is \
        removed from the rest of the crossing lines.",
        "Todos los lugares de una cifra en tres líneas paralelas están en tres líneas que las \
        cruzan. Por eso la cifra se elimina del resto de estas últimas.",
    ),
    ("Hidden Triple", "Trío oculto"),
    (
        "Three digits have three places in all in a house, so all other candidates are removed \
        from these cells.",
        "Tres cifras tienen tres lugares en total en una unidad, así que todos los demás \
        candidatos se eliminan de esas celdas.",
    ),
    ("Skyscraper", "Skyscraper"),
    (
        "Two parallel lines with two places each for a digit share a crossing line at one end, so \
        one of the two other ends is true.",
        "Dos líneas paralelas con dos lugares cada una para una cifra comparten una línea de cruce \
        en un extremo. Por eso uno de los otros dos extremos es verdadero.",
    ),
    ("Two-String Kite", "Two-String Kite"),
    (
        "A row and a column with two places each for a digit share a box at one end, so one of the \
        two other ends is true.",
        "Una fila y una columna con dos lugares cada una para una cifra comparten una caja en un \
        extremo. Por eso uno de los otros dos extremos es verdadero.",
    ),
    ("Turbot Fish", "Turbot Fish"),
    (
        "Two houses with two places each for a digit have ends that see each other, so one of the \
        two other ends is true.",
        "Dos unidades con dos lugares cada una para una cifra tienen extremos que se ven, así que \
        uno de los otros dos extremos es verdadero.",
    ),
    ("XY-Wing", "XY-Wing"),
    (
        "A pivot cell with two candidates forces one of its two pincers to hold a digit that they \
        share.",
        "Una celda pivote con dos candidatos obliga a una de sus dos pinzas a contener una cifra \
        que comparten.",
    ),
    ("Common Peers", "Celdas vistas en común"),
    (
        "A candidate sees so many candidates of a cage, a line or another rule that the rule \
        cannot be satisfied with it.",
        "Un candidato ve tantos candidatos de una jaula, de una línea o de otra regla que la regla \
        no se puede cumplir con él.",
    ),
    ("Empty Rectangle", "Empty Rectangle"),
    (
        "A box confines a digit to a row and a column, and a strong link from one of them \
        eliminates it in the other.",
        "Una caja limita una cifra a una fila y una columna, y un enlace fuerte desde una de ellas \
        la elimina en la otra.",
    ),
    ("Finned X-Wing", "X-Wing con aleta"),
    (
        "An X-Wing with extra places, the fins, so only cells that see all of them lose the digit.",
        "Un X-Wing con lugares de más, las aletas, así que solo pierden la cifra las celdas que \
        las ven todas.",
    ),
    ("Remote Pair", "Remote Pair"),
    (
        "A chain of cells with the same two candidates: both digits are removed from cells that \
        see two cells of opposite color.",
        "Una cadena de celdas con los mismos dos candidatos: las dos cifras se eliminan de las \
        celdas que ven dos celdas de colores opuestos.",
    ),
    ("Sashimi X-Wing", "X-Wing sashimi"),
    (
        "A finned X-Wing without one of its corners: one of its lines has a single place that is \
        not a fin.",
        "Un X-Wing con aleta sin una de sus esquinas: una de sus líneas tiene un solo lugar que no \
        es una aleta.",
    ),
    ("XYZ-Wing", "XYZ-Wing"),
    (
        "A pivot cell with three candidates, or one of its two pincers, holds the digit that all \
        three share.",
        "Una celda pivote con tres candidatos, o una de sus dos pinzas, contiene la cifra que las \
        tres comparten.",
    ),
    ("W-Wing", "W-Wing"),
    (
        "Two cells with the same two candidates are joined by a strong link of one of them, so one \
        cell holds the other.",
        "Un enlace fuerte de uno de sus candidatos une dos celdas con los mismos dos candidatos, \
        así que una de ellas contiene el otro.",
    ),
    ("Simple Coloring", "Coloreado simple"),
    (
        "Strong links give the candidates of a digit two colors, of which one is true, so \
        candidates that see both are false.",
        "Los enlaces fuertes dan a los candidatos de una cifra dos colores, uno de ellos \
        verdadero. Por eso los candidatos que ven ambos son falsos.",
    ),
    ("Unique Rectangle Type 1", "Rectángulo único tipo 1"),
    (
        "Three cells of a rectangle have only two digits, which are therefore removed from the \
        fourth.",
        "Tres celdas de un rectángulo tienen solo dos cifras, que por eso se eliminan de la \
        cuarta.",
    ),
    ("Unique Rectangle Type 2", "Rectángulo único tipo 2"),
    (
        "Two cells on one side of a rectangle have the same single candidate besides its two \
        digits, so one of them holds it.",
        "Dos celdas de un lado de un rectángulo tienen un mismo y único candidato además de sus \
        dos cifras. Por eso una de ellas lo contiene.",
    ),
    ("Unique Rectangle Type 4", "Rectángulo único tipo 4"),
    (
        "Two cells on one side of a rectangle have other candidates, and are the only places for \
        one of its digits in a house, so the other digit is removed.",
        "Dos celdas de un lado de un rectángulo tienen otros candidatos, y son los únicos lugares \
        de una de sus cifras en una unidad. Por eso la otra cifra se elimina.",
    ),
    ("Avoidable Rectangle Type 1", "Rectángulo evitable tipo 1"),
    (
        "Three cells of a rectangle were placed and hold two digits crosswise, so the fourth does \
        not complete it.",
        "Tres celdas de un rectángulo se han colocado y contienen dos cifras en cruz, así que la \
        cuarta no lo completa.",
    ),
    ("Unique Loop Type 1", "Bucle único tipo 1"),
    (
        "All cells of a loop but one have only two digits, which are therefore removed from it.",
        "Todas las celdas de un bucle menos una tienen solo dos cifras, que por eso se eliminan de \
        la restante.",
    ),
    ("Unique Loop Type 2", "Bucle único tipo 2"),
    (
        "Some cells of a loop have the same single candidate besides its two digits, so one of \
        them holds it.",
        "Algunas celdas de un bucle tienen un mismo y único candidato además de sus dos cifras. \
        Por eso una de ellas lo contiene.",
    ),
    ("Unique Rectangle Type 3", "Rectángulo único tipo 3"),
    (
        "Two cells on one side of a rectangle have other candidates, and act as one cell of a \
        naked or hidden subset.",
        "Dos celdas de un lado de un rectángulo tienen otros candidatos, y actúan como una celda \
        de un subconjunto desnudo u oculto.",
    ),
    ("Unique Rectangle Type 5", "Rectángulo único tipo 5"),
    (
        "Two opposite cells of a rectangle, or three, have the same single candidate besides its \
        two digits, so one of them holds it.",
        "Dos celdas opuestas de un rectángulo, o tres, tienen un mismo y único candidato además de \
        sus dos cifras. Por eso una de ellas lo contiene.",
    ),
    ("Unique Rectangle Type 6", "Rectángulo único tipo 6"),
    (
        "Two opposite cells of a rectangle have other candidates, and one of its digits is locked \
        into two of its sides, so that digit is removed from them.",
        "Dos celdas opuestas de un rectángulo tienen otros candidatos, y una de sus cifras está \
        bloqueada en dos de sus lados. Por eso esa cifra se elimina de ellas.",
    ),
    ("Avoidable Rectangle Type 2", "Rectángulo evitable tipo 2"),
    (
        "Some cells of a rectangle were placed, the others have one candidate that completes it \
        and the same single other one, so one of them holds that.",
        "Algunas celdas de un rectángulo se han colocado. Las demás tienen un candidato que lo \
        completa y un mismo candidato extra, así que una de ellas contiene este último.",
    ),
    ("Unique Loop Type 4", "Bucle único tipo 4"),
    (
        "Two neighbors in a loop have other candidates, and are the only places for one of its \
        digits in a house, so the other digit is removed.",
        "Dos celdas vecinas de un bucle tienen otros candidatos, y son los únicos lugares de una \
        de sus cifras en una unidad. Por eso la otra cifra se elimina.",
    ),
    ("Hidden Rectangle", "Rectángulo oculto"),
    (
        "Opposite to a cell with only the two digits, one of them is locked into both sides of the \
        rectangle, so the other is removed.",
        "Frente a una celda que solo tiene las dos cifras, una de ellas está bloqueada en ambos \
        lados del rectángulo. Por eso la otra se elimina.",
    ),
    ("Unique Loop Type 3", "Bucle único tipo 3"),
    (
        "Two neighbors in a loop have other candidates, and act as one cell of a naked or hidden \
        subset.",
        "Dos celdas vecinas de un bucle tienen otros candidatos, y actúan como una celda de un \
        subconjunto desnudo u oculto.",
    ),
    ("Finned Swordfish", "Swordfish con aleta"),
    (
        "A Swordfish with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Un Swordfish con lugares de más, las aletas, así que solo pierden la cifra las celdas que \
        las ven todas.",
    ),
    ("Sashimi Swordfish", "Swordfish sashimi"),
    (
        "A finned Swordfish in which one of the lines has a single place that is not a fin.",
        "Un Swordfish con aleta en el que una de las líneas tiene un solo lugar que no es una \
        aleta.",
    ),
    ("Naked Quad", "Cuarteto desnudo"),
    (
        "Four cells of a house have four candidates in all, which are removed from the rest of the \
        house.",
        "Cuatro celdas de una unidad tienen cuatro candidatos en total, que se eliminan del resto \
        de la unidad.",
    ),
    ("Rule Forcing Chain", "Cadena forzada de reglas"),
    (
        "If a candidate were true, its consequences for cages, lines and clues would lead to a \
        contradiction.",
        "Si un candidato fuera verdadero, sus consecuencias para jaulas, líneas y datos exteriores \
        llevarían a una contradicción.",
    ),
    ("Jellyfish", "Jellyfish"),
    (
        "All places of a digit in four parallel lines lie in four crossing lines, so it is removed \
        from the rest of the crossing lines.",
        "Todos los lugares de una cifra en cuatro líneas paralelas están en cuatro líneas que las \
        cruzan. Por eso la cifra se elimina del resto de estas últimas.",
    ),
    ("Multi-Coloring", "Coloreado múltiple"),
    (
        "Two colored clusters of a digit see each other by one color of each, so candidates that \
        see both other colors are false.",
        "Un color de un grupo coloreado ve un color de otro grupo de la misma cifra. Por eso los \
        candidatos que ven los otros dos colores son falsos.",
    ),
    ("Hidden Quad", "Cuarteto oculto"),
    (
        "Four digits have four places in all in a house, so all other candidates are removed from \
        these cells.",
        "Cuatro cifras tienen cuatro lugares en total en una unidad, así que todos los demás \
        candidatos se eliminan de esas celdas.",
    ),
    ("Finned Jellyfish", "Jellyfish con aleta"),
    (
        "A Jellyfish with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Un Jellyfish con lugares de más, las aletas, así que solo pierden la cifra las celdas que \
        las ven todas.",
    ),
    ("WXYZ-Wing", "WXYZ-Wing"),
    (
        "An almost locked set of three cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Un conjunto casi bloqueado de tres celdas y una celda con dos candidatos tienen una cifra \
        común restringida. Por eso uno de los dos contiene la otra cifra que comparten.",
    ),
    ("BUG Type 1", "BUG tipo 1"),
    (
        "Only one cell keeps the position from being a bivalue universal grave, so it holds its \
        extra candidate.",
        "Solo una celda impide que la posición sea un BUG (bivalue universal grave), así que \
        contiene su candidato extra.",
    ),
    ("Sashimi Jellyfish", "Jellyfish sashimi"),
    (
        "A finned Jellyfish in which one of the lines has a single place that is not a fin.",
        "Un Jellyfish con aleta en el que una de las líneas tiene un solo lugar que no es una \
        aleta.",
    ),
    ("BUG Type 2", "BUG tipo 2"),
    (
        "Only one digit in several cells keeps the position from being a bivalue universal grave, \
        so no cell that sees them all holds it.",
        "Solo una cifra en varias celdas impide que la posición sea un BUG (bivalue universal \
        grave). Por eso ninguna celda que las ve todas la contiene.",
    ),
    ("BUG Type 4", "BUG tipo 4"),
    (
        "Only two cells of one house keep the position from being a bivalue universal grave; a \
        digit is locked into them, so they hold that digit or an extra candidate.",
        "Solo dos celdas de una unidad impiden que la posición sea un BUG (bivalue universal \
        grave). Una cifra está bloqueada en ellas, así que contienen esa cifra o un candidato \
        extra.",
    ),
    ("Franken X-Wing", "X-Wing franken"),
    (
        "An X-Wing with boxes among its base or its cover.",
        "Un X-Wing con cajas en su base o en su cobertura.",
    ),
    ("BUG Type 3", "BUG tipo 3"),
    (
        "Only some cells of one house keep the position from being a bivalue universal grave, and \
        act as one cell of a naked or hidden subset.",
        "Solo algunas celdas de una unidad impiden que la posición sea un BUG (bivalue universal \
        grave). Actúan como una celda de un subconjunto desnudo u oculto.",
    ),
    ("ALS-XZ", "ALS-XZ"),
    (
        "Two almost locked sets have a restricted common, so one of them holds any other digit \
        that they share.",
        "Dos conjuntos casi bloqueados tienen una cifra común restringida, así que uno de ellos \
        contiene cualquier otra cifra que comparten.",
    ),
    ("Franken Swordfish", "Swordfish franken"),
    (
        "A Swordfish with boxes among its base or its cover.",
        "Un Swordfish con cajas en su base o en su cobertura.",
    ),
    ("Sue de Coq", "Sue de Coq"),
    (
        "The intersection of a line and a box forms a locked set with further cells of the line \
        and of the box.",
        "La intersección de una línea y una caja forma un conjunto bloqueado con otras celdas de \
        la línea y de la caja.",
    ),
    ("Mutant X-Wing", "X-Wing mutante"),
    (
        "An X-Wing whose base or cover mixes rows and columns, with or without boxes.",
        "Un X-Wing cuya base o cobertura mezcla filas y columnas, con cajas o sin ellas.",
    ),
    ("X-Chain", "X-Chain"),
    (
        "Alternating strong and weak links of one digit: one end of the chain or the other holds \
        the digit.",
        "Enlaces fuertes y débiles de una cifra que se alternan: un extremo de la cadena o el otro \
        contiene la cifra.",
    ),
    ("Triple Firework", "Firework triple"),
    (
        "Outside their box, three digits of a row and a column are limited to the same two cells, \
        so they fill these and the crossing.",
        "Fuera de su caja, tres cifras de una fila y una columna están limitadas a las mismas dos \
        celdas. Por eso llenan estas y el cruce.",
    ),
    ("Finned Franken X-Wing", "X-Wing franken con aleta"),
    (
        "A Franken X-Wing with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Un X-Wing franken con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    ("XY-Chain", "XY-Chain"),
    (
        "A chain of four or more cells with two candidates each: one end or the other is true.",
        "Una cadena de cuatro o más celdas con dos candidatos cada una: un extremo o el otro es \
        verdadero.",
    ),
    ("VWXYZ-Wing", "VWXYZ-Wing"),
    (
        "An almost locked set of four cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Un conjunto casi bloqueado de cuatro celdas y una celda con dos candidatos tienen una \
        cifra común restringida. Por eso uno de los dos contiene la otra cifra que comparten.",
    ),
    ("Aligned Pair Exclusion", "Exclusión de par alineado"),
    (
        "No possible pair of digits in two cells contains this candidate.",
        "Ningún par posible de cifras en dos celdas contiene este candidato.",
    ),
    ("Finned Franken Swordfish", "Swordfish franken con aleta"),
    (
        "A Franken Swordfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Un Swordfish franken con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    ("Grouped X-Chain", "X-Chain agrupada"),
    (
        "An X-chain in which the candidates that a box and a line share count as one.",
        "Una X-Chain en la que los candidatos comunes a una caja y una línea cuentan como uno \
        solo.",
    ),
    ("Franken Jellyfish", "Jellyfish franken"),
    (
        "A Jellyfish with boxes among its base or its cover.",
        "Un Jellyfish con cajas en su base o en su cobertura.",
    ),
    ("Finned Mutant X-Wing", "X-Wing mutante con aleta"),
    (
        "A Mutant X-Wing with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Un X-Wing mutante con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    ("Continuous Nice Loop", "Bucle continuo"),
    (
        "A chain whose ends rule each other out: a ring, in which every weak link is a strong one \
        too.",
        "Una cadena cuyos extremos se descartan mutuamente: un anillo en el que todo enlace débil \
        es también fuerte.",
    ),
    (
        "Alternating Inference Chain",
        "Cadena de inferencia alterna",
    ),
    (
        "Alternating strong and weak links: one end of the chain or the other is true.",
        "Enlaces fuertes y débiles que se alternan: un extremo de la cadena o el otro es \
        verdadero.",
    ),
    ("ALS-XY-Wing", "ALS-XY-Wing"),
    (
        "An almost locked set has restricted commons with two others, so one of these holds a \
        digit that they share.",
        "Un conjunto casi bloqueado tiene cifras comunes restringidas con otros dos, así que uno \
        de estos contiene una cifra que comparten.",
    ),
    ("Mutant Swordfish", "Swordfish mutante"),
    (
        "A Swordfish whose base or cover mixes rows and columns, with or without boxes.",
        "Un Swordfish cuya base o cobertura mezcla filas y columnas, con cajas o sin ellas.",
    ),
    ("UVWXYZ-Wing", "UVWXYZ-Wing"),
    (
        "An almost locked set of five cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Un conjunto casi bloqueado de cinco celdas y una celda con dos candidatos tienen una \
        cifra común restringida. Por eso uno de los dos contiene la otra cifra que comparten.",
    ),
    ("Finned Franken Jellyfish", "Jellyfish franken con aleta"),
    (
        "A Franken Jellyfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Un Jellyfish franken con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    (
        "Grouped Alternating Inference Chain",
        "Cadena de inferencia alterna agrupada",
    ),
    (
        "A chain of strong and weak links in which the candidates that a box and a line share \
        count as one.",
        "Una cadena de enlaces fuertes y débiles en la que los candidatos comunes a una caja y una \
        línea cuentan como uno solo.",
    ),
    ("Finned Mutant Swordfish", "Swordfish mutante con aleta"),
    (
        "A Mutant Swordfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Un Swordfish mutante con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    ("Grouped Continuous Nice Loop", "Bucle continuo agrupado"),
    (
        "A ring of strong and weak links in which the candidates that a box and a line share count \
        as one.",
        "Un anillo de enlaces fuertes y débiles en el que los candidatos comunes a una caja y una \
        línea cuentan como uno solo.",
    ),
    ("ALS Chain", "Cadena ALS"),
    (
        "Four or five almost locked sets are linked by restricted commons, so one of both ends \
        holds a digit that they share.",
        "Cuatro o cinco conjuntos casi bloqueados se enlazan por cifras comunes restringidas, así \
        que uno de los dos extremos contiene una cifra que comparten.",
    ),
    ("Mutant Jellyfish", "Jellyfish mutante"),
    (
        "A Jellyfish whose base or cover mixes rows and columns, with or without boxes.",
        "Un Jellyfish cuya base o cobertura mezcla filas y columnas, con cajas o sin ellas.",
    ),
    ("Death Blossom", "Death Blossom"),
    (
        "Each candidate of the stem cell takes a digit from its petal, an almost locked set, so \
        one petal holds a digit that all share.",
        "Cada candidato de la celda tallo quita una cifra a su pétalo, un conjunto casi bloqueado. \
        Por eso un pétalo contiene una cifra que todos comparten.",
    ),
    ("Finned Mutant Jellyfish", "Jellyfish mutante con aleta"),
    (
        "A Mutant Jellyfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Un Jellyfish mutante con lugares de más, las aletas, así que solo pierden la cifra las \
        celdas que las ven todas.",
    ),
    ("Nishio", "Nishio"),
    (
        "A candidate leads to a contradiction through the links of its digit alone: a house has no \
        place left for it.",
        "Un candidato lleva a una contradicción solo por los enlaces de su cifra: a una unidad no \
        le queda lugar para ella.",
    ),
    ("TUVWXYZ-Wing", "TUVWXYZ-Wing"),
    (
        "An almost locked set of six cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Un conjunto casi bloqueado de seis celdas y una celda con dos candidatos tienen una cifra \
        común restringida. Por eso uno de los dos contiene la otra cifra que comparten.",
    ),
    ("Aligned Triple Exclusion", "Exclusión de trío alineado"),
    (
        "No possible combination of digits in three cells contains this candidate.",
        "Ninguna combinación posible de cifras en tres celdas contiene este candidato.",
    ),
    ("Tridagon", "Tridagon"),
    (
        "Twelve cells in four boxes cannot be filled with three digits alone, so one of their \
        other candidates is true.",
        "Doce celdas en cuatro cajas no se pueden llenar solo con tres cifras, así que uno de sus \
        otros candidatos es verdadero.",
    ),
    ("Cell Forcing Chain", "Cadena forzada de celda"),
    (
        "Chains from all candidates of a cell lead to the same conclusion.",
        "Las cadenas que salen de todos los candidatos de una celda llevan a la misma conclusión.",
    ),
    ("Region Forcing Chain", "Cadena forzada de unidad"),
    (
        "Chains from all places of a digit in a house lead to the same conclusion.",
        "Las cadenas que salen de todos los lugares de una cifra en una unidad llevan a la misma \
        conclusión.",
    ),
    ("Contradiction Chain", "Cadena de contradicción"),
    (
        "Chains from one assumption lead to a contradiction.",
        "Las cadenas que salen de una suposición llevan a una contradicción.",
    ),
    ("Double Forcing Chain", "Cadena forzada doble"),
    (
        "Chains from a candidate being true and from it being false lead to the same conclusion.",
        "Las cadenas que salen de un candidato verdadero y del mismo candidato falso llevan a la \
        misma conclusión.",
    ),
    ("Contradiction Net", "Red de contradicción"),
    (
        "All singles that follow from one assumption lead to a contradiction.",
        "Todos los únicos que se deducen de una suposición llevan a una contradicción.",
    ),
    ("Cell Forcing Net", "Red forzada de celda"),
    (
        "All singles that follow from each candidate of a cell lead to the same conclusion.",
        "Todos los únicos que se deducen de cada candidato de una celda llevan a la misma \
        conclusión.",
    ),
    ("Region Forcing Net", "Red forzada de unidad"),
    (
        "All singles that follow from each place of a digit in a house lead to the same \
        conclusion.",
        "Todos los únicos que se deducen de cada lugar de una cifra en una unidad llevan a la \
        misma conclusión.",
    ),
    ("Double Forcing Net", "Red forzada doble"),
    (
        "All singles that follow from a candidate being true, and from it being false, lead to the \
        same conclusion.",
        "Todos los únicos que se deducen de un candidato verdadero, y del mismo candidato falso, \
        llevan a la misma conclusión.",
    ),
    ("Pattern Forcing Net", "Red forzada con patrones"),
    (
        "A forcing net that uses locked candidates, pairs and X-Wings where no single is left.",
        "Una red forzada que usa candidatos bloqueados, pares y X-Wings donde no queda ningún \
        único.",
    ),
    ("Template Set", "Colocación por plantillas"),
    (
        "Every template of a digit, a way to place it in the whole grid, contains this candidate.",
        "Toda plantilla de una cifra, una forma de colocarla en toda la cuadrícula, contiene este \
        candidato.",
    ),
    ("Template Delete", "Eliminación por plantillas"),
    (
        "No template of a digit, a way to place it in the whole grid, contains these candidates.",
        "Ninguna plantilla de una cifra, una forma de colocarla en toda la cuadrícula, contiene \
        estos candidatos.",
    ),
    ("Nested Forcing Net", "Red forzada anidada"),
    (
        "A forcing net that contains further forcing nets leads to a contradiction.",
        "Una red forzada que contiene otras redes forzadas lleva a una contradicción.",
    ),
];
