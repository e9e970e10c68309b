// The texts of the dialogs in German, and at the end the engine's lists of rules, formats and
// features. The keys have the order of `en-dialogs.ts`.

import type { Texts } from '../i18n.ts';
import type { enDialogs } from './en-dialogs.ts';

export const deDialogs: Texts<keyof typeof enDialogs> = {
  'new.title': 'Neues Rätsel',
  'new.size': 'Größe',
  'new.kind': 'Art',
  'new.plain': 'Klassisch',
  'new.x': 'X-Sudoku: beide Diagonalen',
  'new.down': 'Hauptdiagonale',
  'new.up': 'Gegendiagonale',
  'new.jigsaw': 'Jigsaw',
  'new.windoku': 'Windoku',
  'new.level': 'Schwierigkeit',
  'new.symmetry': 'Symmetrie',
  'new.seed': 'Startwert',
  'new.seed.help':
    'Leer für ein zufälliges Rätsel. Derselbe Startwert ergibt dasselbe Rätsel. Nur Ziffern.',
  'new.go': 'Erzeugen',

  'level.any': 'Beliebig',

  'menu.new.long': 'Neues Rätsel',
  'menu.open.long': 'Rätsel öffnen',
  'menu.set.long': 'Rätsel erstellen',
  'menu.fill': 'Kandidaten als Mittennotizen',
  'menu.restart': 'Rätsel neu beginnen',
  'menu.stats': 'Statistik',
  'menu.edit': 'Vorgaben ändern',
  'menu.solution': 'Lösung zeigen',
  'menu.game': 'Dieses Spiel',
  'menu.puzzles': 'Rätsel',
  'menu.page': 'Seite',

  'restart.text':
    'Deine Einträge werden entfernt, und die Zeit beginnt bei 0:00. Rückgängig holt beides zurück.',
  'restart.go': 'Neu beginnen',
  'solution.text':
    'Die ganze Lösung erscheint im Gitter. Deine Einträge bleiben, bis du die Lösung einträgst.',
  'solution.go': 'Zeigen',

  'symmetry.none': 'Keine',
  'symmetry.rotational': 'Drehung um 180°',
  'symmetry.quarter': 'Drehung um 90°',
  'symmetry.horizontal': 'Waagerecht gespiegelt',
  'symmetry.vertical': 'Senkrecht gespiegelt',
  'symmetry.both-mirrors': 'Beides gespiegelt',
  'symmetry.diagonal': 'Diagonal gespiegelt',
  'symmetry.anti-diagonal': 'An der Gegendiagonale gespiegelt',
  'symmetry.both-diagonals': 'An beiden Diagonalen gespiegelt',
  'symmetry.full': 'Voll',

  'open.title': 'Rätsel öffnen',
  'open.without': 'Ohne diese Regeln öffnen?',
  'open.without.text':
    'Dieses Rätsel hat Regeln, die ndoku nicht kennt. Du kannst seine Vorgaben ohne sie spielen.',
  'open.without.why': 'Der Grund: {why}',
  'open.without.go': 'Ohne sie öffnen',
  'open.cancel': 'Abbrechen',
  'open.text': 'Rätsel',
  'open.help':
    'Tippe ein Rätsel, füge es ein oder zieh es hierher. Alle üblichen Formate gehen, zum Beispiel eine Zeile mit 81 Zeichen, ein Gitter mit Notizen oder HoDoKu.',
  'open.file': 'Datei wählen',
  'open.go': 'Öffnen',
  'open.recent': 'Letzte Rätsel',
  'open.which': 'Rätsel {n}',

  'set.title': 'Rätsel erstellen',
  'set.size': 'Größe',
  'set.boxes': 'Boxen',
  'set.boxes.of': '{width}×{height}',
  'set.none': 'Keine (lateinisches Quadrat)',
  'set.regions': 'Jigsaw: Regionen zeichnen',
  'set.down': 'Hauptdiagonale',
  'set.up': 'Gegendiagonale',
  'set.rules': 'Weitere Regeln',
  'set.rule': 'Regel',
  'set.rule.argument': 'Zahl und Zellen',
  'set.rule.help':
    'Wähle die Zellen der Reihe nach im Gitter. Schreib eine Zahl und einen Doppelpunkt davor, wenn die Regel eine Zahl hat, etwa „9: r1c1 r1c2“.',
  'set.rule.add': 'Regel hinzufügen',
  'set.rule.remove': '{rule} entfernen',
  'set.rule.added': '{rule} hinzugefügt',
  'set.rule.removed': '{rule} entfernt',
  'set.start': 'Mit leerem Gitter beginnen',
  'set.edit': 'Jetzige Vorgaben ändern',
  'set.regions.title': 'Regionen zeichnen',
  'set.regions.help':
    'Wähle eine Region und tippe auf ihre Zellen oder zieh über sie. Auf der Tastatur bewegst du dich mit den Pfeiltasten. Eine Ziffer oder ein Buchstabe gibt die Zelle der Region.',
  'set.regions.left': 'Jede Region braucht {size} Zellen.',
  'set.regions.bad': 'Region {region} hat {count} Zellen.',
  'set.regions.ok': 'Alle Regionen sind vollständig.',
  'set.regions.use': 'Regionen nehmen',
  'set.regions.random': 'Zufällig',
  'set.region.count': 'Region {region}, {count} von {size} Zellen',

  'share.title': 'Teilen',
  'share.link': 'Link zum Rätsel',
  'share.progress': 'Mit meinem Stand',
  'share.copy': 'Kopieren',
  'share.send': 'Teilen …',
  'share.copied': 'Kopiert',
  'share.qr': 'QR-Code des Links',
  'share.qr.long': 'Der Link ist zu lang für einen QR-Code.',
  'share.svg': 'Als SVG speichern',
  'share.png': 'Als PNG speichern',
  'share.sudokupad': 'In SudokuPad öffnen',
  'share.as': 'Textformat',
  'share.common': 'Häufig',
  'share.others': 'Weitere Formate',
  'share.format.line': 'Eine Zeile',
  'share.format.grid': 'Gezeichnetes Gitter',
  'share.format.rows': 'Zeilen',
  'share.format.spaced': 'Zeilen mit Leerzeichen',
  'share.format.pm': 'Gitter mit Kandidaten',
  'share.format.pair': 'Zeile mit Lösung',
  'share.format.jigsaw': 'Zeile mit Regionen',
  'share.format.sukaku': 'Zeile aus Kandidaten (Sukaku)',
  'share.format.rules': 'Gitter mit Regeln',
  'share.loses': 'Dieses Format kann nicht darstellen: {what}.',
  'share.file': 'Als Datei speichern',

  'print.count': 'Rätsel',
  'print.count.help': 'Die weiteren Rätsel sind neu und haben dieselbe Stufe.',
  'print.one': 'Dieses Rätsel',
  'print.several': '{n} auf einer Seite',
  'print.title.show': 'Titel und Stufe',
  'print.entries': 'Meine Einträge und Notizen',
  'print.candidates': 'Alle Kandidaten',
  'print.solution': 'Lösungen auf eigener Seite',
  'print.solutions': 'Lösungen',
  'print.paper': 'Papier',
  'print.paper.help': 'Für die PDF-Datei. Beim Drucken gilt die Einstellung des Druckers.',
  'print.file': 'Als PDF speichern',
  'print.saved': 'sudoku.pdf gespeichert',

  'settings.title': 'Einstellungen',
  'settings.look': 'Aussehen',
  'settings.theme': 'Farben',
  'settings.theme.auto': 'System',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.theme.contrast': 'Hoher Kontrast',
  'settings.language': 'Sprache',
  'settings.language.auto': 'Wie der Browser',
  'settings.colorLabels': 'Farben nummerieren',
  'settings.digitSize': 'Ziffern',
  'settings.digitSize.small': 'Klein',
  'settings.digitSize.normal': 'Normal',
  'settings.digitSize.large': 'Groß',
  'settings.leftHand': 'Werkzeuge links',
  'settings.input': 'Eingabe',
  'settings.digitFirst': 'Ziffer zuerst: erst die Ziffer wählen, dann ihre Zellen',
  'settings.timer.hide': 'Zeit verbergen',
  'settings.highlight': 'Hervorheben',
  'settings.sameDigit': 'Zellen mit derselben Ziffer',
  'settings.peers': 'Zeile, Spalte und Box der gewählten Zelle',
  'settings.candidates': 'Kandidaten',
  'settings.autoRemove': 'Notizen von selbst streichen, wenn du eine Ziffer setzt',
  'settings.adopt': 'Mittennotizen als Kandidaten nehmen',
  'settings.conflicts': 'Fehler',
  'settings.repeats': 'Doppelte Ziffern sofort zeigen',
  'settings.check': 'Prüfen vergleicht mit der Lösung',
  'settings.wrong': 'Falsche Ziffern sofort zeigen',
  'settings.timer': 'Zeit',
  'settings.timer.run': 'Zeit messen',
  'settings.keys': 'Tastatur',
  'settings.keys.anywhere': 'Tasten auch außerhalb des Gitters nutzen',
  'settings.restart': 'Rätsel neu beginnen',
  'settings.colors': 'Farben und Verknüpfungen löschen',

  'help.title': 'Tastatur und Gesten',
  'help.move': 'den Cursor bewegen',
  'help.extend': 'die Auswahl erweitern',
  'help.extend.keys': 'Umschalt/Strg + ←↑→↓',
  'help.digit': 'eine Ziffer setzen',
  'help.corner': 'eine Ecknotiz setzen',
  'help.corner.keys': 'Umschalt + 1 … 9',
  'help.center': 'eine Mittennotiz setzen',
  'help.center.keys': 'Strg + 1 … 9',
  'help.color': 'die Zelle färben',
  'help.color.keys': 'Alt / Strg+Umschalt + 1 … 9',
  'help.modes': 'zu Ziffer, Ecke, Mitte oder Farbe wechseln; gedrückt gehalten nur vorübergehend',
  'help.paint':
    'Kandidaten färben: Alt und eine Ziffer wählt die Farbe, eine Ziffer färbt den Kandidaten',
  'help.link':
    'Verknüpfungen zeichnen: Ziffern sind ihre Enden; die Leertaste wechselt zwischen stark und schwach',
  'help.pen':
    'Stift: Umschalt und ein Pfeil zeichnet; Umschalt, Alt und ein Pfeil zeichnet die schräge Linie daneben, im Uhrzeigersinn; Eingabe markiert die Zelle; 1 bis 4 wählen das Zeichen',
  'help.nextMode': 'nächster Eingabemodus',
  'help.nextMode.keys': 'Leertaste',
  'help.clear': 'Ziffern löschen, dann Notizen, Farben, Verknüpfungen und Gezeichnetes',
  'help.clear.keys': 'Rücktaste · Entf · 0',
  'help.undo': 'rückgängig, wiederholen',
  'help.undo.keys': 'Strg + Z / Strg + Y',
  'help.select': 'alles wählen, Auswahl umkehren, nichts wählen',
  'help.select.keys': 'Strg + A · Strg + I · Esc',
  'help.selectEqual': 'alle Zellen mit gleichem Inhalt wählen',
  'help.selectEqual.keys': 'Eingabe',
  'help.hint': 'ein Tipp, oder seine nächste Stufe',
  'help.fill': 'alle Kandidaten als Mittennotizen eintragen',
  'help.filter': 'dann eine Ziffer: ihre Zellen hervorheben; mit Umschalt folgt eine zweite Ziffer',
  'help.pairs': 'Zellen mit zwei Kandidaten hervorheben',
  'help.replay': 'das Spiel wiedergeben',
  'help.zoom': 'einen Teil eines großen Gitters zeigen, oder alles',
  'help.pause': 'Pause, oder weiter',
  'help.solve': 'die Lösung zeigen',
  'help.solve.keys': 'Strg + Umschalt + Eingabe',
  'help.letters': 'Ziffern ab 10; sind sie Zahlen, kannst du auch beide Ziffern tippen',
  'help.alt':
    'den Befehl eines Buchstabens nutzen, wo Buchstaben Ziffern eines großen Gitters sind',
  'help.alt.keys': 'Alt + Buchstabe',
  'help.paste': 'das kopierte Rätsel öffnen',
  'help.paste.keys': 'Strg + V',
  'help.pointer':
    'Klick oder zieh, um Zellen zu wählen. Im Modus „Mitte“ mit automatischen Kandidaten tippst du auf einen Kandidaten, um ihn zu streichen oder zurückzuholen. Tippe noch einmal auf Farbe, um Kandidaten zu färben. Mit Strg oder Umschalt wählst du Zellen dazu. Ein Doppelklick oder langer Druck wählt alle Zellen mit gleichem Inhalt. Zieh eine Datei oder einen Text auf die Seite, um sie zu öffnen.',
  'help.marks': 'Tipps nutzen Formen und Farben. Die Legende unter jedem Tipp erklärt sie.',
};

/** Lists of the engine: rules with the form of their argument, formats, and features of puzzles. */
export const deEntries: Texts = {
  'rule.x.summary': 'Beide langen Diagonalen enthalten jede Ziffer (X-Sudoku).',
  'rule.diagonal-main.summary':
    'Die Diagonale von links oben nach rechts unten enthält jede Ziffer.',
  'rule.diagonal-anti.summary':
    'Die Diagonale von rechts oben nach links unten enthält jede Ziffer.',
  'rule.windoku.summary':
    'Zusätzliche Boxen, eine Zelle vom Rand und voneinander entfernt, enthalten jede Ziffer.',
  'rule.disjoint-groups.summary': 'Die Zellen am selben Platz jeder Box enthalten jede Ziffer.',
  'rule.center-dot.summary': 'Die mittleren Zellen der Boxen enthalten jede Ziffer.',
  'rule.asterisk.summary': 'Neun Zellen in der Form eines Sterns enthalten jede Ziffer (9×9).',
  'rule.girandola.summary':
    'Die Ecken, die Mitte und an jeder Seite die Zelle einen Schritt innerhalb der Mitte enthalten jede Ziffer (9×9).',
  'rule.colors.summary':
    'Zellen einer Farbe enthalten keine Ziffer doppelt; N Zellen einer Farbe enthalten jede Ziffer.',
  'rule.colors.argument': 'KARTE (ein Zeichen je Zelle, Zeile für Zeile; `.` heißt keine Farbe)',
  'rule.house.summary':
    'Diese Zellen enthalten keine Ziffer doppelt; N Zellen enthalten jede Ziffer.',
  'rule.house.argument': 'ZELLEN (etwa r1c1,r2c2,r3c3 oder NAME:r1c1,…)',
  'rule.anti-knight.summary': 'Zellen, die ein Springerzug trennt, enthalten verschiedene Ziffern.',
  'rule.anti-king.summary': 'Zellen, die ein Königszug trennt, enthalten verschiedene Ziffern.',
  'rule.non-consecutive.summary': 'Zellen nebeneinander enthalten nie aufeinanderfolgende Ziffern.',
  'rule.killer.summary':
    'Die Ziffern der Zellen sind verschieden und haben, wenn angegeben, eine Summe: ein Killer-Käfig.',
  'rule.killer.argument': '[SUMME: ]ZELLEN',
  'rule.sum.summary': 'Die Ziffern der Zellen haben eine Summe. Sie dürfen sich wiederholen.',
  'rule.sum.argument': 'SUMME: ZELLEN (mit Faktoren: 10: r1c1 2*r1c2 -r1c3; mehrere Summen: 10|20)',
  'rule.arrow.summary': 'Die Ziffer im Kreis ist die Summe der Ziffern entlang des Pfeils.',
  'rule.arrow.argument': 'KREIS; ZELLEN (mehrere Zellen eines Kreises bilden eine Zahl)',
  'rule.double-arrow.summary':
    'Die Ziffern an beiden Enden der Linie ergeben die Summe der Ziffern dazwischen.',
  'rule.double-arrow.argument': 'ZELLEN',
  'rule.little-killer.summary':
    'Die Ziffern einer Diagonale haben eine Summe. Sie dürfen sich wiederholen.',
  'rule.little-killer.argument':
    'SUMME: ZELLE RICHTUNG (die erste Zelle, und down-left, up-right, …)',
  'rule.region-sum.summary': 'Die Stücke der Linie in je einer Box haben alle dieselbe Summe.',
  'rule.region-sum.argument': 'ZELLEN',
  'rule.zipper.summary':
    'Zellen mit gleichem Abstand zur Mitte haben dieselbe Summe. Eine mittlere Zelle ist gleich dieser Summe.',
  'rule.zipper.argument': 'ZELLEN',
  'rule.sum-line.summary': 'Die Linie lässt sich in Stücke mit dieser Summe teilen.',
  'rule.sum-line.argument': 'SUMME: ZELLEN (SUMME von 1 bis 63; `loop` am Ende schließt die Linie)',
  'rule.difference.summary':
    'Die Ziffern zweier Zellen haben eine Differenz, ohne Angabe 1: ein weißer Punkt.',
  'rule.difference.argument': '[DIFFERENZ: ]ZELLE ZELLE',
  'rule.ratio.summary':
    'Eine Ziffer ist das Doppelte der anderen, oder das VERHÄLTNIS-fache: ein schwarzer Punkt.',
  'rule.ratio.argument': '[VERHÄLTNIS: ]ZELLE ZELLE',
  'rule.xv.summary': 'Zwei Zellen haben eine Summe: 10 für X, 5 für V.',
  'rule.xv.argument': 'SUMME: ZELLE ZELLE (etwa X: r1c1 r1c2)',
  'rule.difference-negative.summary':
    'Zellen nebeneinander ohne Punkt haben keine Differenz der weißen Punkte.',
  'rule.ratio-negative.summary':
    'Zellen nebeneinander ohne Punkt haben kein Verhältnis der schwarzen Punkte.',
  'rule.xv-negative.summary': 'Zellen nebeneinander ohne X oder V haben nie die Summe 5 oder 10.',
  'rule.thermo.summary': 'Die Ziffern steigen entlang der Linie.',
  'rule.thermo.argument': 'ZELLEN (die Kugel zuerst, etwa r1c1-r1c5)',
  'rule.slow-thermo.summary': 'Die Ziffern fallen entlang der Linie nie.',
  'rule.slow-thermo.argument': 'ZELLEN (die Kugel zuerst)',
  'rule.whisper.summary':
    'Nachbarn auf der Linie unterscheiden sich mindestens um die halbe Größe, aufgerundet, oder um eine Zahl.',
  'rule.whisper.argument': '[DIFFERENZ: ]ZELLEN',
  'rule.renban.summary':
    'Die Ziffern der Linie folgen aufeinander, in beliebiger Reihenfolge, ohne Wiederholung.',
  'rule.renban.argument': 'ZELLEN',
  'rule.nabner.summary': 'Keine zwei Ziffern der Linie sind gleich oder folgen aufeinander.',
  'rule.nabner.argument': 'ZELLEN',
  'rule.palindrome.summary': 'Die Linie liest sich von beiden Enden gleich.',
  'rule.palindrome.argument': 'ZELLEN',
  'rule.clone.summary': 'Zwei Gruppen von Zellen haben dieselben Ziffern an denselben Plätzen.',
  'rule.clone.argument': 'ZELLEN; ZELLEN',
  'rule.entropic.summary':
    'Je drei Zellen hintereinander enthalten eine kleine, eine mittlere und eine große Ziffer.',
  'rule.entropic.argument': 'ZELLEN',
  'rule.modular.summary':
    'Je M Zellen hintereinander (ohne Angabe 3) haben verschiedene Reste modulo M.',
  'rule.modular.argument': '[M: ]ZELLEN',
  'rule.between.summary': 'Die inneren Ziffern der Linie liegen echt zwischen denen an den Enden.',
  'rule.between.argument': 'ZELLEN',
  'rule.lockout.summary':
    'Die Enden der Linie unterscheiden sich mindestens um 4 oder eine Zahl; keine innere Ziffer liegt zwischen ihnen oder gleicht einem.',
  'rule.lockout.argument': '[DIFFERENZ: ]ZELLEN',
  'rule.greater.summary': 'Die Ziffer der ersten Zelle ist größer als die der zweiten.',
  'rule.greater.argument': 'ZELLE ZELLE',
  'rule.minimum.summary':
    'Jede der Zellen enthält eine kleinere Ziffer als ihre Nachbarn, die nicht dazugehören.',
  'rule.minimum.argument': 'ZELLEN',
  'rule.maximum.summary':
    'Jede der Zellen enthält eine größere Ziffer als ihre Nachbarn, die nicht dazugehören.',
  'rule.maximum.argument': 'ZELLEN',
  'rule.odd.summary': 'Die Zellen enthalten ungerade Ziffern.',
  'rule.odd.argument': 'ZELLEN',
  'rule.even.summary': 'Die Zellen enthalten gerade Ziffern.',
  'rule.even.argument': 'ZELLEN',
  'rule.pairs.summary': 'Zellen hintereinander erfüllen eine Beziehung, die eine Tabelle angibt.',
  'rule.pairs.argument':
    'TABELLE: ZELLEN (N mal N Zeichen 0 oder 1, eine Zeile je Ziffer der ersten Zelle)',
  'rule.sandwich.summary':
    'Die Ziffern zwischen der kleinsten und der größten Ziffer einer Reihe haben eine Summe.',
  'rule.sandwich.argument': 'SUMME: REIHE (etwa 12: row 3)',
  'rule.x-sum.summary':
    'Die ersten X Ziffern einer Reihe haben eine Summe. X ist ihre erste Ziffer.',
  'rule.x-sum.argument': 'SUMME: REIHE (etwa 20: row 3 from right)',
  'rule.skyscraper.summary':
    'Die Vorgabe zählt die Ziffern einer Reihe, die größer sind als alle davor.',
  'rule.skyscraper.argument': 'ANZAHL: REIHE (etwa 3: column 2 from below)',
  'rule.numbered-room.summary':
    'Die Vorgabe ist die Ziffer an dem Platz, den die erste Ziffer der Reihe nennt.',
  'rule.numbered-room.argument': 'ZIFFER: REIHE (etwa 5: row 3 from right)',
  'rule.row-indexer.summary':
    'Eine Zelle in Zeile R enthält V genau dann, wenn Zeile V ihrer Spalte R enthält.',
  'rule.row-indexer.argument': 'ZELLEN',
  'rule.column-indexer.summary':
    'Eine Zelle in Spalte C enthält V genau dann, wenn Spalte V ihrer Zeile C enthält.',
  'rule.column-indexer.argument': 'ZELLEN',
  'rule.box-indexer.summary':
    'Eine Zelle am Platz P ihrer Box enthält V genau dann, wenn Platz V der Box P enthält.',
  'rule.box-indexer.argument': 'ZELLEN',
  'rule.quadruple.summary':
    'Die Ziffern stehen in den vier Zellen um eine Ecke, jede so oft, wie sie genannt ist.',
  'rule.quadruple.argument': 'ZIFFERN: ZELLE (die Zelle links oben, etwa 1 2 2: r1c1)',
  'rule.global-entropy.summary':
    'Jedes Quadrat aus 2×2 Zellen enthält eine kleine, eine mittlere und eine große Ziffer.',
  'rule.global-mod.summary':
    'Jedes Quadrat aus 2×2 Zellen enthält Ziffern aller drei Reste modulo 3.',
  'rule.counting-circles.summary':
    'Jede Ziffer in einem Kreis kommt in genau so vielen Kreisen vor.',
  'rule.counting-circles.argument': 'ZELLEN',

  'format.line': 'Ein Rätsel je Zeile, ein Zeichen je Zelle; die meisten Löser und Sammlungen',
  'format.pair': 'Ein Rätsel je Zeile, nach einem Komma die Lösung; Trainingsdaten',
  'format.jigsaw': 'Vorgaben, dann die Karte der Regionen, je N² Zeichen; Jigsaw-Sammlungen',
  'format.sukaku': 'Ein Rätsel nur aus Kandidaten, N³ Zeichen; Sukaku Explainer',
  'format.grid': 'Zeilen und Spalten mit gezeichneten Boxen, in ASCII oder Unicode; für Menschen',
  'format.rows':
    'Zeilen ohne Rahmen: ein Zeichen je Zelle bis 35×35, getrennte Zahlen für größere Gitter',
  'format.spaced': 'Zellen mit Leerzeichen, Lücken zwischen Boxen und Leerzeilen zwischen Bändern',
  'format.pm':
    'Ein Gitter mit den Kandidaten jeder Zelle; HoDoKu, Simple Sudoku, Sukaku Explainer und Foren',
  'format.s0':
    'Zeilen aus Zahlen, Buchstaben und Unterstrichen mit Leerzeichen; ein Löser in Perl für jede Größe',
  'format.rules': 'Ein Gitter, darunter eine Zeile je Regel, etwa `killer 9: r1c1 r1c2`',
  'format.cpan':
    'Neun Zeilen aus Ziffern mit oder ohne Leerzeichen, Kommentare mit `#`; Games::Sudoku::Solver auf CPAN',
  'format.csv':
    'Eine Tabelle mit Kopfzeile; Spalten wie puzzle, solution, id und difficulty werden am Namen erkannt',
  'format.tsv':
    'Eine Tabelle mit Tabulatoren; auch ein Gitter aus Feldern einer Tabellenkalkulation',
  'format.json': 'JSON von ndoku, das alles darstellt; auch eine einfache Liste von Zahlen',
  'format.ndjson': 'JSON von ndoku, ein Rätsel je Zeile, wie es `ndoku convert` schreibt',
  'format.sdk':
    'Ein Rätsel mit Autor, Quelle, Stufe und den Ziffern des Spielers; SadMan Sudoku, SudoCue',
  'format.sdx': 'Ein begonnenes Spiel 9×9 mit Kandidaten und den Ziffern des Spielers; SudoCue',
  'format.ss':
    'Ein gezeichnetes Gitter 9×9, auch mit gesetzten Ziffern und Kandidaten; Simple Sudoku',
  'format.hodoku':
    'Eine Stellung 9×9 mit gesetzten Ziffern, gestrichenen Kandidaten und einem Schritt; HoDoKu',
  'format.opensudoku':
    'Dateien der Android-App OpenSudoku: Ordner mit Spielen, Ziffern und Notizen des Spielers',
  'format.fpuzzles': 'Das JSON des Werkzeugs f-puzzles',
  'format.sumocue': 'Text aus der Zwischenablage von SumoCue: Jigsaws, je eines pro Zeile',
  'format.dimacs': 'Klauseln für SAT-Löser: DIMACS CNF, ein Rätsel je Datei',
  'format.fpuzzles-url': 'Links zu f-puzzles, die das ganze Rätsel enthalten',
  'format.sudokupad': 'Links zu SudokuPad und die Texte darin (classic…, fpuzzles…, scl…, ctc…)',
  'format.iss': 'Texte des Interactive Sudoku Solver',
  'format.tatham': 'Spiel-IDs aus Simon Tathams Sammlung, auch X und Jigsaw',

  'feature.sizes other than 9': 'Größen außer 9',
  'feature.the shape of the boxes': 'die Form der Boxen',
  'feature.jigsaw regions': 'Jigsaw-Regionen',
  'feature.the lack of boxes': 'das Fehlen von Boxen',
  'feature.the diagonals': 'die Diagonalen',
  'feature.the extra rules': 'die weiteren Regeln',
  'feature.the pencilmarks': 'die Notizen',
  "feature.the player's digits": 'die Ziffern des Spielers',
  'feature.the solution': 'die Lösung',
  'feature.title, author and other notes': 'Titel, Autor und weitere Angaben',
  'feature.the symbols': 'die Symbole',
};
