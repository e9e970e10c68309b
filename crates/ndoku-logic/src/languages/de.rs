//! The German catalog.
//!
//! A clause has up to three forms, because the verb moves:
//!
//! | form | place | example |
//! |---|---|---|
//! | 0 | a sentence of its own | r1c1 ist 5 |
//! | 1 | after a first word, such as *also* or *dann* | ist r1c1 5 |
//! | 2 | after a conjunction, such as *wenn* or *dass* | r1c1 5 ist |
//!
//! A noun has up to four: the nominative, the dative, the accusative and the plural. The form 1 of
//! numbers of houses (`die zwei Zeilen`) is the genitive.
//!
//! The file has over 800 lines because it is a list of sentences.

/// The templates with their translations, in the order of the sources.
pub(super) static CATALOG: &[(&str, &str)] = &[
    // hint.rs
    (
        "Look at {place} for {name}.",
        "Suche in {place:1} nach „{name}“.",
    ),
    ("Try {name}: {summary}", "Versuche „{name}“: {summary}"),
    (
        "The pattern is {digits} in {cells}.",
        "Das Muster: {digits} in {cells}.",
    ),
    ("The digit is {names}.", "Die Ziffer ist {names}."),
    ("The digits are {names}.", "Die Ziffern sind {names}."),
    ("The cell is {names}.", "Die Zelle ist {names}."),
    ("The cells are {names}.", "Die Zellen sind {names}."),
    // path_end.rs, solution_status.rs
    ("The puzzle is solved.", "Das Rätsel ist gelöst."),
    ("No technique applies.", "Keine Technik hilft weiter."),
    (
        "The puzzle has no solution.",
        "Das Rätsel hat keine Lösung.",
    ),
    (
        "No solution contains all these digits and candidates. Undo some of them.",
        "Keine Lösung enthält alle diese Ziffern und Kandidaten. Nimm einige davon zurück.",
    ),
    ("The search ended early.", "Die Suche endete vorzeitig."),
    (
        "Something is wrong in one cell.",
        "In einer Zelle stimmt etwas nicht.",
    ),
    (
        "Something is wrong in {count} cells.",
        "In {count} Zellen stimmt etwas nicht.",
    ),
    (
        "Look at {cells}: something is wrong there.",
        "Sieh dir {cells} an: Dort stimmt etwas nicht.",
    ),
    (
        "{digit} does not belong in {cell}",
        "{digit} gehört nicht in {cell}",
    ),
    (
        "{digit} was removed from {cell}, and belongs there",
        "{digit} wurde in {cell} gestrichen, gehört aber dorthin",
    ),
    // path_text.rs
    ("A worked solution", "Ein erklärter Lösungsweg"),
    ("Worked solutions", "Erklärte Lösungswege"),
    ("Step", "Schritt"),
    ("Rating", "Bewertung"),
    ("Technique", "Technik"),
    ("Result", "Ergebnis"),
    ("Solution", "Lösung"),
    ("Final state", "Endstand"),
    (
        "no solution of the puzzle has all these digits and candidates",
        "Keine Lösung des Rätsels enthält alle diese Ziffern und Kandidaten",
    ),
    ("Wrong: {mistake}.", "Falsch: {mistake}."),
    (
        "None of the selected techniques finds anything here.",
        "Keine der gewählten Techniken findet hier etwas.",
    ),
    (
        "No technique finds anything here.",
        "Keine Technik findet hier etwas.",
    ),
    (
        "Stopped after {steps}: {reason}.",
        "Abgebrochen nach {steps:1}: {reason}.",
    ),
    (
        "the limit of guesses was reached",
        "Die Grenze der Versuche ist erreicht",
    ),
    ("the search was canceled", "Die Suche wurde abgebrochen"),
    ("the time ran out", "Die Zeit ist abgelaufen"),
    (
        "The puzzle is solved already.",
        "Das Rätsel ist schon gelöst.",
    ),
    (
        "Solved in {steps}; the hardest is {name}, {rating} ({level}).",
        "Gelöst in {steps:1}; der schwerste ist „{name}“, {rating} ({level}).",
    ),
    (
        "The puzzle has more than one solution.",
        "Das Rätsel hat mehr als eine Lösung.",
    ),
    (
        "No further technique applies: {steps} made, {cells} left.",
        "Keine weitere Technik hilft: {steps} gemacht, {cells} übrig.",
    ),
    ("1 step", "1 Schritt | 1 Schritt"),
    ("{count} steps", "{count} Schritte | {count} Schritten"),
    ("1 open cell", "1 offene Zelle"),
    ("{count} open cells", "{count} offene Zellen"),
    ("beginner", "Anfänger"),
    ("easy", "leicht"),
    ("medium", "mittel"),
    ("hard", "schwer"),
    ("expert", "Experte"),
    ("extreme", "extrem"),
    // refutation.rs
    (
        "after 1 step of logic, {reason}",
        "nach 1 logischen Schritt {reason:1}",
    ),
    (
        "after {steps} steps of logic, {reason}",
        "nach {steps} logischen Schritten {reason:1}",
    ),
    (
        "no digit is left for {cell}",
        "für {cell} bleibt keine Ziffer | bleibt für {cell} keine Ziffer | für {cell} keine Ziffer \
        bleibt",
    ),
    (
        "{house} has no place for {digits}",
        "{house} hat keinen Platz für {digits?die :}{digits} | hat {house} keinen Platz für \
        {digits?die :}{digits} | {house} keinen Platz für {digits?die :}{digits} hat",
    ),
    // rules.rs
    ("the {noun}s at {cells}", "{noun:3} bei {cells}"),
    ("the {noun} at {cell}", "{noun:*} bei {cell}"),
    (
        "the {noun} between {a} and {b}",
        "{noun:*} zwischen {a} und {b}",
    ),
    ("the {noun} of {line}", "{noun:*} von {line:1}"),
    ("the {noun}", "{noun:*}"),
    // step.rs
    (
        "{cell} must be {digit}",
        "{cell} muss {digit} sein | muss {cell} {digit} sein | {cell} {digit} sein muss",
    ),
    (
        "{digits} can be removed from {cells}",
        "{digits?die :}{digits} {digits?entfällt:entfallen} in {cells} | {digits?entfällt die \
        :entfallen }{digits} in {cells}",
    ),
    ("So {parts}.", "Also {parts:1}."),
    // techniques/als.rs
    (
        "one of {cells}",
        "eine der Zellen {cells} | einer der Zellen {cells}",
    ),
    (
        "{first} and {second}. So each of the two sets lacks at most one of its digits. Every \
        {digit} of one sees every {digit} of the other, so only one of them can hold {digit}. The \
        other holds all its other digits, so {gone} must be in {one} or in {other}.",
        "{first}, und {second}. Jeder der beiden Mengen fehlt also höchstens eine ihrer Ziffern. \
        Jede {digit} der einen sieht jede {digit} der anderen, also kann nur eine von beiden die \
        {digit} enthalten. Die andere enthält alle ihre anderen Ziffern, also {gone?muss die \
        :müssen }{gone} in {one:1} oder in {other:1} stehen.",
    ),
    (
        "{first} and {second}, so each of the two sets lacks at most one of its digits. Every {x} \
        of one sees every {x} of the other, and likewise for {y}, so one set lacks {x} and the \
        other {y}. All their other digits are removed from the cells that see all places of the \
        digit in a set. {x} and {y} are removed from the cells that see all their places in both.",
        "{first}, und {second}, also fehlt jeder der beiden Mengen höchstens eine ihrer Ziffern. \
        Jede {x} der einen sieht jede {x} der anderen, und ebenso bei der {y}, also fehlt einer \
        Menge die {x} und der anderen die {y}. Alle ihre anderen Ziffern werden in den Zellen \
        gestrichen, die alle Plätze der Ziffer in einer Menge sehen. {x} und {y} werden in den \
        Zellen gestrichen, die alle ihre Plätze in beiden Mengen sehen.",
    ),
    (
        "{cell} is {digits}",
        "{cell} ist {digits} | ist {cell} {digits} | {cell} {digits} ist",
    ),
    (
        "the {count} cells {cells} have the candidates {digits}",
        "die {count} Zellen {cells} haben die Kandidaten {digits}",
    ),
    (
        "so {cells} lacks {lacked} too",
        "also fehlt auch in {cells} die {lacked}",
    ),
    (
        "so {cells} lack {lacked} too",
        "also fehlt auch in {cells} die {lacked}",
    ),
    (
        "so {cells} lacks {lacked} and holds {held}",
        "also fehlt in {cells} die {lacked}, und dort steht die {held}",
    ),
    (
        "so {cells} lack {lacked} and hold {held}",
        "also fehlt in {cells} die {lacked}, und dort steht die {held}",
    ),
    (
        "But only one of its digits can be missing, so {gone} is in {place}.",
        "Aber nur eine ihrer Ziffern kann fehlen, also steht die {gone} in {place:1}.",
    ),
    (
        "So {gone} is in {one} or in {other}.",
        "Also steht die {gone} in {one:1} oder in {other:1}.",
    ),
    (
        "If {cells} hold no {gone}, they hold {held}",
        "Wenn in {cells} keine {gone} steht, steht dort die {held}",
    ),
    (
        "If {cells} holds no {gone}, it holds {held}",
        "Wenn in {cells} keine {gone} steht, steht dort die {held}",
    ),
    (
        "Each of these sets has one candidate more than it has cells, so a set that lacks one of \
        its digits holds all others. A digit links each set to the next: its places in one see \
        those in the other, so only one of the two can hold it.",
        "Jede dieser Mengen hat einen Kandidaten mehr als Zellen, also enthält eine Menge, der \
        eine ihrer Ziffern fehlt, alle anderen. Eine Ziffer verbindet jede Menge mit der nächsten: \
        Ihre Plätze in der einen sehen die in der anderen, also kann nur eine der beiden sie \
        enthalten.",
    ),
    ("{begin}: {links}.", "{begin}: {links}."),
    // techniques/blossom.rs
    (
        "if it is {digit}, {digit} is removed from {cells}",
        "wenn sie {digit} ist, wird die {digit} in {cells} gestrichen",
    ),
    (
        "{sets}: each set has one candidate more than cells, so it holds all its digits but one. \
        Now look at {stem}: {cases}. The set that loses its digit holds all its others, {gone} \
        among them. So {gone} is in one of the sets, and no cell can hold it that sees all {gone} \
        of all of them.",
        "{sets}: Jede Menge hat einen Kandidaten mehr als Zellen, enthält also alle ihre Ziffern \
        bis auf eine. Sieh dir nun die Zelle {stem} an: {cases}. Die Menge, die ihre Ziffer \
        verliert, enthält alle anderen, darunter die {gone}. Also steht die {gone} in einer der \
        Mengen, und keine Zelle kann sie enthalten, die jede {gone} aller Mengen sieht.",
    ),
    // techniques/bug.rs
    (
        "Whichever it is, no cell that sees them all can hold {digit}.",
        "Welcher es auch ist, keine Zelle, die sie alle sieht, kann die {digit} enthalten.",
    ),
    (
        "In {house}, {digit} can only go into {cells}: one of them holds {digit}, and the other \
        one of those candidates.",
        "In {house:1} kann die {digit} nur in {cells} stehen: Eine davon enthält die {digit}, und \
        die andere einen jener Kandidaten.",
    ),
    ("{digits} in {cells}", "{digits} in {cells}"),
    (
        "Without {names}, every open cell would have two candidates, and every missing digit two \
        places in each house.",
        "Ohne {names} hätte jede offene Zelle zwei Kandidaten und jede fehlende Ziffer zwei Plätze \
        in jeder Einheit.",
    ),
    (
        "A solution of that would have a twin, in which every cell holds its other candidate; as \
        the puzzle has only one solution, it is true.",
        "Jede Lösung einer solchen Stellung hätte einen Zwilling, in dem jede Zelle ihren anderen \
        Kandidaten enthält; da das Rätsel nur eine Lösung hat, ist dieser Kandidat wahr.",
    ),
    (
        "A solution of that would have a twin, in which every cell holds its other candidate; as \
        the puzzle has only one solution, one of these is true.",
        "Jede Lösung einer solchen Stellung hätte einen Zwilling, in dem jede Zelle ihren anderen \
        Kandidaten enthält; da das Rätsel nur eine Lösung hat, ist einer dieser Kandidaten wahr.",
    ),
    // techniques/cages.rs
    (
        "{name} has {count} cells with the sum {total}, and only {left} fits the candidates.",
        "{name} hat {count} {count?Zelle:Zellen} mit der Summe {total}, und nur {left} passt zu \
        den Kandidaten.",
    ),
    (
        "{name} has {count} cells with the sum {total}, and only {left} fit the candidates.",
        "{name} hat {count} {count?Zelle:Zellen} mit der Summe {total}, und nur {left} passen zu \
        den Kandidaten.",
    ),
    (
        "{name} holds {count} consecutive digits, and only {left} is possible.",
        "{name} enthält {count} aufeinanderfolgende Ziffern, und nur {left} ist möglich.",
    ),
    (
        "{name} holds {count} consecutive digits, and only {left} are possible.",
        "{name} enthält {count} aufeinanderfolgende Ziffern, und nur {left} sind möglich.",
    ),
    (
        "The digits must be {digits}.",
        "Die Ziffern müssen {digits} sein.",
    ),
    (
        "None of them can be completed with the candidates in question.",
        "Keine davon lässt sich mit den fraglichen Kandidaten vervollständigen.",
    ),
    (
        "This contains {digit}",
        "Diese Kombination enthält die {digit}",
    ),
    ("All contain {digit}", "Alle enthalten die {digit}"),
    (
        "{contained}, and only {cells} can hold it there.",
        "{contained}, und nur {cells} kann sie dort enthalten.",
    ),
    (
        "{contained}, which must be in {cells}, so a cell that sees all of these cannot hold it.",
        "{contained}. Sie muss in {cells} stehen, also kann eine Zelle, die diese Zellen alle \
        sieht, sie nicht enthalten.",
    ),
    // techniques/chains/explain.rs
    (
        "{cells} is {digit}",
        "{cells} ist {digit} | ist {cells} {digit} | {cells} {digit} ist",
    ),
    (
        "{digit} is in {cells}",
        "die {digit} steht in {cells} | steht die {digit} in {cells} | die {digit} in {cells} \
        steht",
    ),
    (
        "{cells} is not {digit}",
        "{cells} ist nicht {digit} | ist {cells} nicht {digit} | {cells} nicht {digit} ist",
    ),
    (
        "{digit} is not in {cells}",
        "die {digit} steht nicht in {cells} | steht die {digit} nicht in {cells} | die {digit} \
        nicht in {cells} steht",
    ),
    ("its only candidate left", "ihr letzter Kandidat"),
    (
        "the only place left in {house}",
        "der letzte Platz in {house:1}",
    ),
    ("If {off}, then {on}", "Wenn {off:2}, dann {on:1}"),
    ("so {off} and {on}", "also {off:1}, und {on}"),
    (
        "the only places left in {house}",
        "die letzten Plätze in {house:1}",
    ),
    ("{fact} ({reason})", "{fact:*} ({reason})"),
    (
        "The assumption leads to its contrary, so it is wrong.",
        "Die Annahme führt zu ihrem Gegenteil, also ist sie falsch.",
    ),
    (
        "So {one}, or {other}, or both; a candidate that each of the two rules out is wrong.",
        "Also {one:1}, oder {other}, oder beides gilt; ein Kandidat, den jede der beiden Aussagen \
        ausschließt, ist falsch.",
    ),
    (
        "{chain}, and from that it follows again that {back}. Each of these holds if and only if \
        all the others do, so of two neighbors in the ring one is always true. A candidate that \
        two neighbors both rule out is wrong.",
        "{chain}, und daraus folgt wieder, dass {back:2}. Jede dieser Aussagen gilt genau dann, \
        wenn alle anderen gelten, also ist von zwei benachbarten Aussagen im Ring immer eine \
        wahr. Ein Kandidat, den zwei benachbarte Aussagen beide ausschließen, ist falsch.",
    ),
    // techniques/coloring.rs
    ("{cells} holds {digit}", "{cells} enthält die {digit}"),
    ("{cells} hold {digit}", "{cells} enthalten die {digit}"),
    (
        "{cells} have no candidates but {a} and {b}, and those that see each other differ.",
        "{cells} haben nur die Kandidaten {a} und {b}, und Zellen, die sich sehen, sind \
        verschieden.",
    ),
    (
        "So either {one} and {other}, or vice versa.",
        "Entweder {one} und {other}, oder umgekehrt.",
    ),
    (
        "{trap}, so in neither case is {a} or {b} left there.",
        "{trap}, also bleibt dort in keinem der beiden Fälle {a} oder {b} übrig.",
    ),
    (
        "{trap}, so in neither case can {digit} be there.",
        "{trap}, also kann dort in keinem der beiden Fälle die {digit} stehen.",
    ),
    ("{cell} sees {others}", "{cell} sieht {others}"),
    (
        "But {sees}, so that if it were {name}, neither of the two colors could be.",
        "Aber {sees}; wäre sie {name}, könnte es also keine der beiden Farben sein.",
    ),
    (
        "In the same way {cells} are linked: all of them must be {name}, or none.",
        "Ebenso sind {cells} verknüpft: Alle müssen {name} sein, oder keine.",
    ),
    (
        "But {sees}, so that if they were {name}, neither of the two colors could be.",
        "Aber {sees}; wären sie {name}, könnte es also keine der beiden Farben sein.",
    ),
    ("{a}, or {b},", "{a} oder in {b}"),
    (
        "Strong links join the candidates of {name} in two clusters: either {one} must be {name}, \
        and either {other} must be. {a} and {b} see each other, so at most one is {name}. So \
        {ends} must be {name}. A cell that sees cells of both groups cannot be {name}.",
        "Starke Verknüpfungen verbinden die Kandidaten der {name} in zwei Clustern: Die {name} \
        steht entweder in {one}, und ebenso entweder in {other}. {a} und {b} sehen sich, also ist \
        höchstens eine davon {name}. Also steht die {name} in {ends}. Eine Zelle, die Zellen \
        beider Gruppen sieht, kann nicht {name} sein.",
    ),
    (
        "{all} sees {seen}: cells of both colors",
        "{all} sieht mit {seen} Zellen beider Farben",
    ),
    (
        "Each of {all} sees {seen}: cells of both colors",
        "Jede der Zellen {all} sieht mit {seen} Zellen beider Farben",
    ),
    (
        "{sees}: cells of both colors",
        "{sees}, jeweils Zellen beider Farben",
    ),
    (
        "Each of {all} sees cells of both colors",
        "Jede der Zellen {all} sieht Zellen beider Farben",
    ),
    (
        "But {a} and {b} have the first color and see each other, so they cannot both be {digit}: \
        that color is false.",
        "Aber {a} und {b} haben die erste Farbe und sehen sich, können also nicht beide {digit} \
        sein: Diese Farbe ist falsch.",
    ),
    (
        "But {a} and {b} have the second color and see each other, so they cannot both be {digit}: \
        that color is false.",
        "Aber {a} und {b} haben die zweite Farbe und sehen sich, können also nicht beide {digit} \
        sein: Diese Farbe ist falsch.",
    ),
    (
        "{cells} must all be {digit}",
        "{cells} enthalten alle die {digit}",
    ),
    ("{cells} must be {digit}", "{cells} enthält die {digit}"),
    ("{cells} must all be", "{cells} enthalten sie alle"),
    ("{cells} must be", "{cells} enthält sie"),
    (
        "Strong links give the candidates of {digit} two colors. Either {first}, or {second}.",
        "Starke Verknüpfungen geben den Kandidaten der {digit} zwei Farben. Entweder {first}, oder \
        {second}.",
    ),
    // techniques/deadly.rs
    (
        "Only {cell} has other candidates, so it must hold {others}.",
        "Nur {cell} hat weitere Kandidaten, muss also die Ziffer {others} enthalten.",
    ),
    (
        "The only other candidate is {extra} in {cells}. One of these holds {extra}, so a cell \
        that sees both does not.",
        "Der einzige weitere Kandidat ist die {extra} in {cells}. Eine dieser Zellen enthält die \
        {extra}, eine Zelle, die beide sieht, also nicht.",
    ),
    (
        "The only other candidate is {extra} in {cells}. One of these holds {extra}, so a cell \
        that sees them all does not.",
        "Der einzige weitere Kandidat ist die {extra} in {cells}. Eine dieser Zellen enthält die \
        {extra}, eine Zelle, die alle sieht, also nicht.",
    ),
    (
        "In {house}, {digit} can only go into {cells}, the cells with other candidates. If one of \
        them held {other}, the other would hold {digit}, and nothing else would be left for the \
        pattern.",
        "In {house:1} kann die {digit} nur in {cells} stehen, den Zellen mit weiteren Kandidaten. \
        Enthielte eine davon die {other}, enthielte die andere die {digit}, und das Muster hätte \
        nur noch seine zwei Ziffern.",
    ),
    (
        "{names} lie in two rows, two columns and two boxes, and none is a clue.",
        "{names} liegen in zwei Zeilen, zwei Spalten und zwei Boxen, und keine ist eine Vorgabe.",
    ),
    (
        "Each row, column and box has two of the cells {names}, or none, and none is a clue.",
        "Jede Zeile, Spalte und Box hat zwei der Zellen {names} oder keine, und keine davon ist \
        eine Vorgabe.",
    ),
    (
        "If they held only {a} and {b}, these could be exchanged there, and the puzzle would have \
        a second solution.",
        "Enthielten sie nur {a} und {b}, ließen sich diese dort vertauschen, und das Rätsel hätte \
        eine zweite Lösung.",
    ),
    // techniques/direct.rs
    (
        "In {base}, {digit} can only go into {places}, which lie in {cover} as well, so it cannot \
        go into {gone}. That leaves {cell} as the only place for {digit} in {target}.",
        "In {base:1} kann die {digit} nur in {places} stehen, die auch in {cover:1} liegen. Also \
        kann sie nicht in {gone} stehen. Damit bleibt {cell} als einziger Platz für die {digit} in \
        {target:1}.",
    ),
    (
        "They fill these cells, so {digit} has one place left in {house}: {cell}.",
        "Sie füllen diese Zellen, also bleibt für die {digit} in {house:1} nur ein Platz: {cell}.",
    ),
    // techniques/exclusion.rs
    (
        "not with {candidate} ({reason})",
        "nicht mit {candidate} ({reason})",
    ),
    (
        "not with {first} and {second} ({reason})",
        "nicht mit {first} und {second} ({reason})",
    ),
    (
        "{candidate} is in no possible combination: {reasons}",
        "{candidate} kommt in keiner möglichen Kombination vor: {reasons}",
    ),
    (
        "Look at the digits that {cells} can hold together. {parts}.",
        "Sieh dir an, welche Ziffern {cells} zusammen enthalten können. {parts}.",
    ),
    (
        "the two cells see each other",
        "die beiden Zellen sehen sich",
    ),
    (
        "that leaves no digit for {names}",
        "dann bleibt keine Ziffer für {names}",
    ),
    (
        "that leaves too few digits for {names}",
        "dann bleiben zu wenige Ziffern für {names}",
    ),
    // techniques/firework.rs
    (
        "Outside {middle}, {digits} have no place in {houses} but {rays}. If such a digit is in \
        neither of these two cells, both houses have it in {middle}, which holds it only once: so \
        at {crossing}, where all three cross. So the three digits are in the three cells {cells}, \
        which leaves no room for others there.",
        "Außerhalb von {middle:1} haben {digits} in {houses:1} keinen Platz außer {rays}. Steht \
        eine solche Ziffer in keiner dieser zwei Zellen, haben beide Einheiten sie in {middle:1}, \
        und dort steht sie nur einmal: also in {crossing}, wo sich alle drei kreuzen. Also stehen \
        die drei Ziffern in den drei Zellen {cells}, und für andere ist dort kein Platz.",
    ),
    // techniques/fish.rs
    (
        "In {bases}, {digit} can only go into {covers}.",
        "In {bases:1} kann die {digit} nur in {covers:1} stehen.",
    ),
    ("twice", "zweimal"),
    ("{count} times", "{count}mal"),
    (
        "{base} need {digit} {times}, and each of {cover} can hold it only once, so no other cell \
        of {covers} holds it",
        "{base} brauchen die {digit} {times}, und jede {cover:1} kann sie nur einmal enthalten, \
        also steht sie in {covers:1} in keiner anderen Zelle | brauchen {base} die {digit} \
        {times}, und jede {cover:1} kann sie nur einmal enthalten, also steht sie in {covers:1} in \
        keiner anderen Zelle",
    ),
    (
        "In {bases}, {digit} can only go into {covers} or into the fin {fins}.",
        "In {bases:1} kann die {digit} nur in {covers:1} oder in der Flosse {fins} stehen.",
    ),
    (
        "In {bases}, {digit} can only go into {covers} or into the fins {fins}.",
        "In {bases:1} kann die {digit} nur in {covers:1} oder in den Flossen {fins} stehen.",
    ),
    (
        "If the fin is false, {used}.",
        "Ist die Flosse falsch, {used:1}.",
    ),
    (
        "If all fins are false, {used}.",
        "Sind alle Flossen falsch, {used:1}.",
    ),
    (
        "If it is true, {gone}, which sees it, cannot be {digit} either.",
        "Ist sie wahr, kann auch {gone} nicht {digit} sein, denn diese Zelle sieht sie.",
    ),
    (
        "If it is true, {gone}, which see it, cannot be {digit} either.",
        "Ist sie wahr, können auch {gone} nicht {digit} sein, denn diese Zellen sehen sie.",
    ),
    (
        "If one of them is true, {gone}, which sees all of them, cannot be {digit} either.",
        "Ist eine davon wahr, kann auch {gone} nicht {digit} sein, denn diese Zelle sieht sie \
        alle.",
    ),
    (
        "If one of them is true, {gone}, which see all of them, cannot be {digit} either.",
        "Ist eine davon wahr, können auch {gone} nicht {digit} sein, denn diese Zellen sehen sie \
        alle.",
    ),
    (
        "Here {names} counts as a fin because it lies in several of these houses: one {digit} \
        there would do for all of them.",
        "Hier zählt {names} als Flosse, weil diese Zelle in mehreren dieser Einheiten liegt: Eine \
        {digit} dort würde für alle reichen.",
    ),
    (
        "Here {names} count as fins because they lie in several of these houses: one {digit} there \
        would do for all of them.",
        "Hier zählen {names} als Flossen, weil sie in mehreren dieser Einheiten liegen: Eine \
        {digit} dort würde für alle reichen.",
    ),
    (
        "the {count} rows",
        "die {count} Zeilen | der {count} Zeilen",
    ),
    (
        "the {count} columns",
        "die {count} Spalten | der {count} Spalten",
    ),
    ("the {count} boxes", "die {count} Boxen | der {count} Boxen"),
    (
        "the {count} houses",
        "die {count} Einheiten | der {count} Einheiten",
    ),
    // techniques/forcing/explain.rs
    (
        "This cannot be, so the assumption is wrong.",
        "Das kann nicht sein, also ist die Annahme falsch.",
    ),
    ("In each case {so}.", "In jedem Fall {so:1}."),
    ("In both cases {so}.", "In beiden Fällen {so:1}."),
    (
        "one other candidate is false",
        "ein weiterer Kandidat ist falsch | ist ein weiterer Kandidat falsch | ein weiterer \
        Kandidat falsch ist",
    ),
    (
        "{count} other candidates are false",
        "{count} weitere Kandidaten sind falsch | sind {count} weitere Kandidaten falsch | {count} \
        weitere Kandidaten falsch sind",
    ),
    (
        "If {supposed}, a contradiction net that starts from there shows that {named}.",
        "Wenn {supposed:2}, zeigt ein Widerspruchsnetz, das dort beginnt, dass {named:2}.",
    ),
    (
        "If {supposed}, contradiction nets that start from there show that {named}.",
        "Wenn {supposed:2}, zeigen Widerspruchsnetze, die dort beginnen, dass {named:2}.",
    ),
    (
        "If {supposed}, contradiction nets that start from there show, later ones with the help of \
        earlier ones, that {named}.",
        "Wenn {supposed:2}, zeigen Widerspruchsnetze, die dort beginnen, spätere mit Hilfe von \
        früheren, dass {named:2}.",
    ),
    ("Then {consequences}.", "Dann {consequences:1}."),
    (
        "ruled out by each candidate left: {left}",
        "ausgeschlossen durch jeden Kandidaten, der bleibt: {left}",
    ),
    ("since {one}, and {other}", "da {one:2}, und {other:2}"),
    (
        "cell {cell} is {digits}",
        "Zelle {cell} ist {digits} | ist Zelle {cell} {digits} | Zelle {cell} {digits} ist",
    ),
    (
        "in {house}, {digit} is in {cells}",
        "in {house:1} steht die {digit} in {cells} | steht die {digit} in {house:1} in {cells} | \
        die {digit} in {house:1} in {cells} steht",
    ),
    (
        "if {supposed}, that is so at once",
        "wenn {supposed:2}, gilt das sofort",
    ),
    (
        "if {supposed}, then {consequences}",
        "wenn {supposed:2}, dann {consequences:1}",
    ),
    ("{links}, so {end}", "{links:*}, also {end:1}"),
    (
        "{off} as well, since {by}",
        "{off:*} (ein Widerspruch), da {by:2}",
    ),
    ("{off} as well", "{off:*} (ein Widerspruch)"),
    (
        "{cell} has no candidate left",
        "{cell} hat keinen Kandidaten mehr | hat {cell} keinen Kandidaten mehr | {cell} keinen \
        Kandidaten mehr hat",
    ),
    (
        "{digit} has no place left in {house}",
        "die {digit} hat in {house:1} keinen Platz mehr | hat die {digit} in {house:1} keinen \
        Platz mehr | die {digit} in {house:1} keinen Platz mehr hat",
    ),
    // techniques/innies.rs
    (
        "the group that the cages leave over in {houses}",
        "der Rest neben den Käfigen in {houses:1}",
    ),
    (
        "{houses} adds up to {total}",
        "{houses} hat die Summe {total}",
    ),
    (
        "{houses} add up to {total}",
        "{houses} haben zusammen die Summe {total}",
    ),
    ("{sum}, and {cages}.", "{sum}, und {cages}."),
    (
        "The rest is {left} = {difference}.",
        "Es bleibt {left} = {difference}.",
    ),
    (
        "The candidates in question cannot satisfy that.",
        "Die fraglichen Kandidaten können das nicht erfüllen.",
    ),
    ("{name} has the sum {total}", "{name} hat die Summe {total}"),
    ("the {count} cages that fit", "die {count} passenden Käfige"),
    (
        "{names} have the sum {total}",
        "{names} haben zusammen die Summe {total}",
    ),
    // techniques/joint.rs
    (
        "So {joint} holds {extras}.",
        "Also enthält {joint} die Ziffer {extras}.",
    ),
    (
        "In {house}, the {count} digits {digits} can only go into {all}; at most {there} of them \
        can go into {joint}, so nothing else goes into {cells}.",
        "In {house:1} können die {count} Ziffern {digits} nur in {all} stehen; höchstens {there} \
        davon {there?kann:können} in {joint} stehen, also kommt nichts anderes in {cells}.",
    ),
    (
        "With {cells} that makes {places} cells of {house} for the {count} digits {digits}, which \
        go nowhere else there.",
        "Mit {cells} sind das {places} Zellen von {house:1} für die {count} Ziffern {digits}, die \
        dort nirgends sonst stehen.",
    ),
    // techniques/locked.rs
    (
        "In {base}, {digit} can only go into {places}, which all lie in {cover}. One of them takes \
        the {digit} of {cover}, wherever it goes.",
        "In {base:1} kann die {digit} nur in {places} stehen, also nur in {cover:1}. Wo sie \
        auch steht: Eine dieser Zellen enthält die {digit} von {cover:1}.",
    ),
    // techniques/outside.rs
    (
        "No way to fill the line has the candidates in question.",
        "Keine Belegung der Linie enthält die fraglichen Kandidaten.",
    ),
    (
        "So 1 and {largest} are side by side.",
        "Also stehen 1 und {largest} nebeneinander.",
    ),
    ("{least} to {most}", "{least} bis {most}"),
    (
        "This takes {count} digits.",
        "Dafür braucht es {count} {count?Ziffer:Ziffern}.",
    ),
    (
        "This takes {count} digits: {list}.",
        "Dafür braucht es {count} {count?Ziffer:Ziffern}: {list}.",
    ),
    (
        "So X, the digit in {cell}, is {digits}.",
        "Also ist X, die Ziffer in {cell}, {digits}.",
    ),
    (
        "The {largest} can be in {places}.",
        "Die {largest} kann in {places} stehen.",
    ),
    // techniques/pairs.rs
    (
        "{cell} can only be {digits}",
        "{cell} kann nur {digits} sein",
    ),
    (
        "Cells that see each other differ.",
        "Zellen, die sich sehen, sind verschieden.",
    ),
    (
        "{fact}, which leaves no partner for some candidates of {cells}.",
        "{fact}, also haben einige Kandidaten von {cells} keinen Partner.",
    ),
    (
        "Each cell must leave room for those before and after it: {bounds}.",
        "Jede Zelle muss denen vor und nach ihr Platz lassen: {bounds}.",
    ),
    // techniques/quotas.rs
    (
        "Its ends can be {one} in {first} and {other} in {last}",
        "Die Enden können {one} in {first} und {other} in {last} sein",
    ),
    (
        "{ends}, and {cells} must be {digits}.",
        "{ends}, und {cells} {cells?muss:müssen} {digits} sein.",
    ),
    (
        "only {cells} can be {digits}",
        "nur {cells} {cells?kann:können} {digits} sein",
    ),
    (
        "These digits take all the cells, so no other digit has a place.",
        "Diese Ziffern nehmen alle Zellen ein, also hat keine andere Ziffer Platz.",
    ),
    (
        "A digit leaves the other circles if it has too few places or is complete, and it takes \
        all its places if they are just enough.",
        "Eine Ziffer entfällt in den anderen Kreisen, wenn sie zu wenige Plätze hat oder \
        vollständig ist, und sie nimmt alle ihre Plätze ein, wenn diese gerade reichen.",
    ),
    // techniques/rectangles.rs
    (
        "In {houses}, {digit} can only go into the rectangle. If one of {rich} held it, both \
        would, and {rest} would be left with the other digit.",
        "In {houses:1} kann die {digit} nur im Rechteck stehen. Stünde sie in einer der \
        Zellen {rich}, dann auch in der anderen, und für {rest} bliebe die andere Ziffer.",
    ),
    (
        "In {houses}, {digit} can only go into the rectangle. If {corner} held {goes}, then \
        {sides} would hold {digit}, which leaves {goes} for {opposite}.",
        "In {houses:1} kann die {digit} nur im Rechteck stehen. Enthielte {corner} die {goes}, \
        enthielten {sides} die {digit}, und für {opposite} bliebe die {goes}.",
    ),
    (
        "Three of them hold {digits} already.",
        "Drei davon enthalten schon {digits}.",
    ),
    (
        "What is placed of it holds {digits} crosswise, and only {other} keeps {cells} from \
        completing it: one of these holds {other}.",
        "Die gesetzten Zellen enthalten {digits} über Kreuz, und nur die {other} hindert {cells} \
        daran, das zu ergänzen: Eine dieser Zellen enthält die {other}.",
    ),
    // techniques/rule_chains.rs
    ("If {supposed}, {end}.", "Wenn {supposed:2}, {end:1}."),
    (
        "If {supposed}, then {first}",
        "Wenn {supposed:2}, dann {first:1}",
    ),
    ("{links}. Then {end}.", "{links}. Dann {end:1}."),
    (
        "{cells} are not {digit}",
        "{cells} sind nicht {digit} | sind {cells} nicht {digit} | {cells} nicht {digit} sind",
    ),
    ("by {rule}", "durch {rule:2}"),
    (
        "the only place in {house}",
        "der einzige Platz in {house:1}",
    ),
    (
        "{name} cannot be satisfied in {cells}",
        "{name} ist in {cells} nicht zu erfüllen | ist {name} in {cells} nicht zu erfüllen | \
        {name} in {cells} nicht zu erfüllen ist",
    ),
    (
        "{name} cannot be satisfied",
        "{name} ist nicht zu erfüllen | ist {name} nicht zu erfüllen | {name} nicht zu erfüllen \
        ist",
    ),
    // techniques/rule_text.rs
    (
        "{name} means that {demand}.",
        "{name} bedeutet, dass {demand}.",
    ),
    ("{count} combinations", "{count} Kombinationen"),
    ("from {low} to {high}", "{low} bis {high}"),
    ("{list}, and so on", "{list} und so weiter"),
    // techniques/single_digit.rs
    (
        "In {one}, {digit} can only go into {a} and {b}, and in {other} only into {c} and {d}. \
        {conflict}, so they cannot both be {digit}: {a} or {d} must be. A cell that sees both \
        cannot be {digit}.",
        "In {one:1} kann die {digit} nur in {a} und {b} stehen, und in {other:1} nur in {c} und \
        {d}. {conflict}, können also nicht beide {digit} sein: {a} oder {d} muss es sein. Eine \
        Zelle, die beide sieht, kann nicht {digit} sein.",
    ),
    (
        "{a} and {b} lie in {house}",
        "{a} und {b} liegen in {house:1}",
    ),
    ("{a} and {b} see each other", "{a} und {b} sehen sich"),
    (
        "In {house}, {digit} can only go into {line} or {other_line}. If {digit} were in {gone}, \
        {other_line} would have no other {digit}, so {house} would have its {digit} in {line}; \
        then {near} could not be {digit}, and {strong} would have its {digit} in {far}. But {far} \
        sees {all}.",
        "In {house:1} kann die {digit} nur in {line:1} oder {other_line:1} stehen. Stünde die \
        {digit} in {gone}, hätte {other_line} keine andere {digit}, also stünde die {digit} von \
        {house:1} in {line:1}; dann könnte {near} nicht {digit} sein, und die {digit} von \
        {strong:1} stünde in {far}. Aber {far} sieht {all}.",
    ),
    // techniques/singles.rs
    (
        "{cell} is the last open cell of {house}, and {digit} is missing there.",
        "{cell} ist die letzte offene Zelle von {house:1}, und dort fehlt die {digit}.",
    ),
    (
        "In {house}, {digit} can only go into {cell}: every other open cell there sees the digit \
        {digit}, or has lost that candidate.",
        "In {house:1} kann die {digit} nur in {cell} stehen: Jede andere offene Zelle dort sieht \
        die Ziffer {digit} oder hat diesen Kandidaten verloren.",
    ),
    (
        "The other {others} digits stand in cells that {cell} sees, or have been removed from it.",
        "Die anderen {others} Ziffern stehen in Zellen, die {cell} sieht, oder wurden in \
        {cell} gestrichen.",
    ),
    // techniques/subsets.rs
    (
        "{names} both lie in {places} and have no candidates but {digits}. They need {count} \
        different digits, so they take both, and no other cell of {where_else} can have them.",
        "{names} liegen beide in {places:1} und haben nur die Kandidaten {digits}. Sie brauchen \
        {count} verschiedene Ziffern, also nehmen sie beide, und keine andere Zelle von \
        {where_else:1} kann sie haben.",
    ),
    (
        "{names} all lie in {places} and have no candidates but {digits}. They need {count} \
        different digits, so they take all {count}, and no other cell of {where_else} can have \
        them.",
        "{names} liegen alle in {places:1} und haben nur die Kandidaten {digits}. Sie brauchen \
        {count} verschiedene Ziffern, also nehmen sie alle {count}, und keine andere Zelle von \
        {where_else:1} kann sie haben.",
    ),
    (
        "These {count} digits fill the {count} cells, so nothing else can go there.",
        "Diese {count} Ziffern füllen die {count} Zellen, also kann dort nichts anderes stehen.",
    ),
    (
        "In {house}, {digits} can only go into {cells}.",
        "In {house:1} können {digits} nur in {cells} stehen.",
    ),
    // techniques/sue_de_coq.rs
    ("{cells} with {digits}", "{cells} mit {digits}"),
    (
        "Where {one} and {other} cross, look at {middle}; add {a} from {one} and {b} from {other}.",
        "Sieh dir {middle} an, wo sich {one} und {other} kreuzen; dazu kommen {a} aus {one:1} und \
        {b} aus {other:1}.",
    ),
    (
        "None of the {number} digits {digits} can be in two of these cells, as its places see each \
        other, and that just suffices to fill the {count} cells.",
        "Keine der {number} Ziffern {digits} kann in zwei dieser Zellen stehen, da ihre Plätze \
        sich sehen, und das reicht gerade, um die {count} Zellen zu füllen.",
    ),
    (
        "So all of these digits are there, and are removed from all other cells that see all those \
        places.",
        "Also stehen alle diese Ziffern dort und werden in allen anderen Zellen gestrichen, die \
        alle diese Plätze sehen.",
    ),
    (
        "{twice} can be there twice, in {one} and in {other}, but {once} only once each, as its \
        places see each other, and that just suffices to fill the {count} cells.",
        "{twice} {twice?kann:können} dort zweimal stehen, in {one:1} und in {other:1}, aber {once} \
        nur je einmal, da die Plätze sich sehen, und das reicht gerade, um die {count} Zellen zu \
        füllen.",
    ),
    (
        "So all of these digits are there as often as can be, and are removed from all other cells \
        that see all those places.",
        "Also stehen alle diese Ziffern so oft wie möglich dort und werden in allen anderen Zellen \
        gestrichen, die alle diese Plätze sehen.",
    ),
    // techniques/sums.rs
    ("{low} to {high}", "{low} bis {high}"),
    ("{cells} is {range}", "{cells} ist {range}"),
    (
        "{cells} add up to {range}",
        "{cells} ergeben zusammen {range}",
    ),
    ("the sum must be {sum}", "die Summe muss {sum} sein"),
    (
        "the sum must be from {low} to {high}",
        "die Summe muss {low} bis {high} sein",
    ),
    ("{sides}, and {sum}.", "{sides}, und {sum}."),
    (
        "Each cell must leave such a sum to the others: {left}.",
        "Jede Zelle muss den anderen eine solche Summe lassen: {left}.",
    ),
    (
        "No way to reach the sum has the candidates in question.",
        "Kein Weg zu der Summe enthält die fraglichen Kandidaten.",
    ),
    // techniques/templates.rs
    (
        "Every way to place all {digit}s left on the board needs {cell}, if each house is to have \
        one and no two may see each other.",
        "Jede Art, die Ziffer {digit} überall zu setzen, wo sie noch fehlt, braucht {cell}, wenn \
        jede Einheit eine haben soll und keine zwei sich sehen dürfen.",
    ),
    (
        "No way to place all {digit}s left on the board uses {cells}, if each house is to have one \
        and no two may see each other.",
        "Keine Art, die Ziffer {digit} überall zu setzen, wo sie noch fehlt, benutzt {cells}, wenn \
        jede Einheit eine haben soll und keine zwei sich sehen dürfen.",
    ),
    // techniques/tridagon.rs
    (
        "Only {cell} has other candidates, so it holds {extras}.",
        "Nur {cell} hat weitere Kandidaten, enthält also die Ziffer {extras}.",
    ),
    (
        "The only other candidate is {extras} in {cells}, so one of these holds it.",
        "Der einzige weitere Kandidat ist die {extras} in {cells}, also enthält ihn eine dieser \
        Zellen.",
    ),
    (
        "{cells} are three cells of each of four boxes, one in each of its rows and columns. \
        With {digits} only, boxes side by side would have these in the same cyclic order, and so \
        would boxes one below the other. But the cells rise instead of falling in an odd number of \
        these boxes, so the orders contradict each other.",
        "{cells} sind je drei Zellen von vier Boxen, eine in jeder Zeile und Spalte der Box. Mit \
        {digits} allein hätten Boxen nebeneinander diese in derselben zyklischen Reihenfolge, und \
        Boxen untereinander auch. In einer ungeraden Zahl dieser Boxen steigen aber die Zellen, \
        statt zu fallen, also widersprechen sich die Reihenfolgen.",
    ),
    // techniques/wings.rs
    (
        "if it is {other}, {cell}, which has {digits}, must be {digit}",
        "ist sie {other}, bleibt für {cell} ({digits}) nur die {digit}",
    ),
    (
        "otherwise it is {gone} itself",
        "sonst ist sie selbst {gone}",
    ),
    (
        "{pivot} is {digits}: {cases}.",
        "{pivot} ist {digits}: {cases}.",
    ),
    (
        "In each case one of {cells} is {gone}, so a cell that sees all three cannot be {gone}.",
        "In jedem Fall steht die {gone} in einer der Zellen {cells}, also kann eine Zelle, die \
        alle drei sieht, nicht {gone} sein.",
    ),
    (
        "In each case one of {cells} is {gone}, so a cell that sees both cannot be {gone}.",
        "In jedem Fall steht die {gone} in einer der Zellen {cells}, also kann eine Zelle, die \
        beide sieht, nicht {gone} sein.",
    ),
    (
        "{one} and {other} have the same two candidates, {digit} and {gone}. If both were {digit}, \
        {house} would have no place left for {digit}, which can only go into {places} there. So at \
        least one of {one} and {other} is {gone}.",
        "{one} und {other} haben dieselben zwei Kandidaten, {digit} und {gone}. Wären beide \
        {digit}, hätte {house} keinen Platz mehr für die {digit}, die dort nur in {places} stehen \
        kann. Also enthält mindestens eine der Zellen {one} und {other} die {gone}.",
    ),
    // The nouns and demands of rules
    (
        "additional rule",
        "die Zusatzregel | der Zusatzregel | die Zusatzregel | die Zusatzregeln",
    ),
    (
        "the additional rule restricts these cells",
        "die Zusatzregel diese Zellen einschränkt",
    ),
    ("anti-knight rule", "die Springerregel | der Springerregel"),
    (
        "cells a knight's move apart differ",
        "Zellen, die einen Springerzug voneinander entfernt sind, verschieden sind",
    ),
    ("anti-king rule", "die Königsregel | der Königsregel"),
    (
        "cells a king's move apart differ",
        "Zellen, die einen Königszug voneinander entfernt sind, verschieden sind",
    ),
    (
        "non-consecutive rule",
        "die Regel gegen Nachbarziffern | der Regel gegen Nachbarziffern",
    ),
    (
        "cells side by side are never consecutive",
        "Zellen nebeneinander nie aufeinanderfolgende Ziffern haben",
    ),
    ("cage", "der Käfig | dem Käfig | den Käfig | die Käfige"),
    (
        "the digits of a cage differ and have its sum",
        "die Ziffern eines Käfigs verschieden sind und seine Summe haben",
    ),
    ("sum", "die Summe | der Summe | die Summe | die Summen"),
    (
        "the weighted digits have the sum {value}",
        "die gewichteten Ziffern die Summe {value} haben",
    ),
    ("arrow", "der Pfeil | dem Pfeil | den Pfeil | die Pfeile"),
    (
        "the digits along it have the sum that its circle shows",
        "die Ziffern entlang des Pfeils die Summe haben, die in seinem Kreis steht",
    ),
    (
        "double arrow",
        "der Doppelpfeil | dem Doppelpfeil | den Doppelpfeil | die Doppelpfeile",
    ),
    (
        "the two ends have the same sum as the cells between them",
        "die beiden Enden dieselbe Summe haben wie die Zellen dazwischen",
    ),
    (
        "little killer {value}",
        "der Little Killer {value} | dem Little Killer {value} | den Little Killer {value} | die \
        Little Killer {value}",
    ),
    (
        "the digits on the diagonal have the sum {value}",
        "die Ziffern auf der Diagonale die Summe {value} haben",
    ),
    (
        "region sum line",
        "die Regionsummenlinie | der Regionsummenlinie | die Regionsummenlinie | die \
        Regionsummenlinien",
    ),
    (
        "the parts of the line in each box have the same sum",
        "die Teile der Linie in jeder Box dieselbe Summe haben",
    ),
    (
        "zipper line",
        "die Zipper-Linie | der Zipper-Linie | die Zipper-Linie | die Zipper-Linien",
    ),
    (
        "cells at the same distance from the middle have the same sum",
        "Zellen mit demselben Abstand von der Mitte dieselbe Summe haben",
    ),
    (
        "sum line",
        "die Summenlinie | der Summenlinie | die Summenlinie | die Summenlinien",
    ),
    (
        "the line can be cut into parts with the sum {value}",
        "sich die Linie in Teile mit der Summe {value} zerlegen lässt",
    ),
    (
        "white dot",
        "der weiße Punkt | dem weißen Punkt | den weißen Punkt",
    ),
    (
        "its two digits differ by {value}",
        "sich seine zwei Ziffern um {value} unterscheiden",
    ),
    (
        "black dot",
        "der schwarze Punkt | dem schwarzen Punkt | den schwarzen Punkt",
    ),
    (
        "one of its digits is {value} times the other",
        "eine seiner Ziffern das {value}-Fache der anderen ist",
    ),
    (
        "{value}",
        "das Zeichen {value} | dem Zeichen {value} | das Zeichen {value}",
    ),
    (
        "its two digits have the sum that it shows",
        "seine zwei Ziffern die Summe haben, die es zeigt",
    ),
    (
        "rule of missing white dots",
        "die Regel der fehlenden weißen Punkte | der Regel der fehlenden weißen Punkte",
    ),
    (
        "cells side by side without a dot have no difference of a white dot",
        "Zellen nebeneinander ohne Punkt nie die Differenz eines weißen Punktes haben",
    ),
    (
        "rule of missing black dots",
        "die Regel der fehlenden schwarzen Punkte | der Regel der fehlenden schwarzen Punkte",
    ),
    (
        "cells side by side without a dot have no ratio of a black dot",
        "Zellen nebeneinander ohne Punkt nie das Verhältnis eines schwarzen Punktes haben",
    ),
    (
        "rule of missing X and V",
        "die Regel der fehlenden X und V | der Regel der fehlenden X und V",
    ),
    (
        "cells side by side without X or V have neither sum 5 nor sum 10",
        "Zellen nebeneinander ohne X oder V weder die Summe 5 noch die Summe 10 haben",
    ),
    (
        "thermometer",
        "das Thermometer | dem Thermometer | das Thermometer",
    ),
    ("the digits rise along it", "die Ziffern darauf steigen"),
    (
        "slow thermometer",
        "das langsame Thermometer | dem langsamen Thermometer | das langsame Thermometer",
    ),
    (
        "the digits never fall along it",
        "die Ziffern darauf nie fallen",
    ),
    ("whisper line", "die Whispers-Linie | der Whispers-Linie"),
    (
        "neighbors on the line differ by at least {value}",
        "sich Nachbarn auf der Linie um mindestens {value} unterscheiden",
    ),
    (
        "renban line",
        "die Renban-Linie | der Renban-Linie | die Renban-Linie | die Renban-Linien",
    ),
    (
        "the digits of the line are consecutive",
        "die Ziffern der Linie aufeinanderfolgen",
    ),
    ("nabner line", "die Nabner-Linie | der Nabner-Linie"),
    (
        "no two digits of the line are equal or consecutive",
        "keine zwei Ziffern der Linie gleich sind oder aufeinanderfolgen",
    ),
    (
        "palindrome",
        "das Palindrom | dem Palindrom | das Palindrom",
    ),
    (
        "cells at the same distance from both ends are equal",
        "Zellen mit demselben Abstand von beiden Enden gleich sind",
    ),
    ("clone", "der Klon | dem Klon | den Klon"),
    (
        "cells at the same place of both clones are equal",
        "Zellen am selben Platz beider Klone gleich sind",
    ),
    ("entropic line", "die Entropie-Linie | der Entropie-Linie"),
    (
        "any three successive cells have a low, a middle and a high digit",
        "je drei aufeinanderfolgende Zellen eine niedrige, eine mittlere und eine hohe Ziffer \
        haben",
    ),
    ("modular line", "die Modulo-Linie | der Modulo-Linie"),
    (
        "any {value} successive cells have different remainders modulo {value}",
        "je {value} aufeinanderfolgende Zellen verschiedene Reste modulo {value} haben",
    ),
    ("between line", "die Between-Linie | der Between-Linie"),
    (
        "the inner digits lie strictly between those at the ends",
        "die inneren Ziffern echt zwischen denen an den Enden liegen",
    ),
    ("lockout line", "die Lockout-Linie | der Lockout-Linie"),
    (
        "the ends differ by at least {value}, and no inner digit lies in their range",
        "sich die Enden um mindestens {value} unterscheiden und keine innere Ziffer in ihrem \
        Bereich liegt",
    ),
    (
        "inequality sign",
        "das Ungleichheitszeichen | dem Ungleichheitszeichen | das Ungleichheitszeichen",
    ),
    (
        "the first of its two cells has the greater digit",
        "die erste seiner zwei Zellen die größere Ziffer hat",
    ),
    ("minimum cell", "die Minimum-Zelle | der Minimum-Zelle"),
    (
        "a minimum cell is smaller than its unmarked neighbors",
        "eine Minimum-Zelle kleiner ist als ihre unmarkierten Nachbarn",
    ),
    ("maximum cell", "die Maximum-Zelle | der Maximum-Zelle"),
    (
        "a maximum cell is greater than its unmarked neighbors",
        "eine Maximum-Zelle größer ist als ihre unmarkierten Nachbarn",
    ),
    (
        "odd mark",
        "das Zeichen für ungerade | dem Zeichen für ungerade | das Zeichen für ungerade",
    ),
    (
        "marked cells hold odd digits",
        "markierte Zellen ungerade Ziffern enthalten",
    ),
    (
        "even mark",
        "das Zeichen für gerade | dem Zeichen für gerade | das Zeichen für gerade",
    ),
    (
        "marked cells hold even digits",
        "markierte Zellen gerade Ziffern enthalten",
    ),
    ("line", "die Linie | der Linie"),
    (
        "neighbors on the line satisfy its table of pairs",
        "Nachbarn auf der Linie ihre Tabelle von Paaren erfüllen",
    ),
    (
        "sandwich clue {value}",
        "der Sandwich-Hinweis {value} | dem Sandwich-Hinweis {value} | den Sandwich-Hinweis \
        {value}",
    ),
    (
        "the digits between the smallest and the largest digit have the sum {value}",
        "die Ziffern zwischen der kleinsten und der größten Ziffer die Summe {value} haben",
    ),
    ("X-sum {value}", "die X-Summe {value} | der X-Summe {value}"),
    (
        "the first X digits have the sum {value}, where X is the first of them",
        "die ersten X Ziffern die Summe {value} haben, wobei X die erste davon ist",
    ),
    (
        "skyscraper clue {value}",
        "der Hochhaus-Hinweis {value} | dem Hochhaus-Hinweis {value} | den Hochhaus-Hinweis \
        {value}",
    ),
    (
        "exactly {value} digits are greater than all digits before them",
        "genau {value} Ziffern größer sind als alle Ziffern vor ihnen",
    ),
    (
        "numbered room {value}",
        "der Nummernraum {value} | dem Nummernraum {value} | den Nummernraum {value}",
    ),
    (
        "the X-th digit is {value}, where X is the first digit",
        "die X-te Ziffer {value} ist, wobei X die erste Ziffer ist",
    ),
    (
        "row indexer",
        "der Zeilenindex | dem Zeilenindex | den Zeilenindex",
    ),
    (
        "its digit says in which row of the column its own row number stands",
        "seine Ziffer sagt, in welcher Zeile der Spalte seine eigene Zeilennummer steht",
    ),
    (
        "column indexer",
        "der Spaltenindex | dem Spaltenindex | den Spaltenindex",
    ),
    (
        "its digit says in which column of the row its own column number stands",
        "seine Ziffer sagt, in welcher Spalte der Zeile seine eigene Spaltennummer steht",
    ),
    ("box indexer", "der Boxindex | dem Boxindex | den Boxindex"),
    (
        "its digit says at which place of the box the number of its own place stands",
        "seine Ziffer sagt, an welchem Platz der Box die Nummer seines eigenen Platzes steht",
    ),
    (
        "quadruple {value}",
        "das Vierfach-Zeichen {value} | dem Vierfach-Zeichen {value} | das Vierfach-Zeichen \
        {value}",
    ),
    (
        "the four cells contain the digits {value}",
        "die vier Zellen die Ziffern {value} enthalten",
    ),
    (
        "2×2 square",
        "das 2×2-Quadrat | dem 2×2-Quadrat | das 2×2-Quadrat",
    ),
    (
        "each 2×2 square has a low, a middle and a high digit",
        "jedes 2×2-Quadrat eine niedrige, eine mittlere und eine hohe Ziffer hat",
    ),
    (
        "each 2×2 square has digits of all three remainders modulo 3",
        "jedes 2×2-Quadrat Ziffern aller drei Reste modulo 3 hat",
    ),
    (
        "counting circles",
        "die Regel der zählenden Kreise | der Regel der zählenden Kreise",
    ),
    (
        "a digit in a circle is in as many circles as it says",
        "eine Ziffer in einem Kreis in so vielen Kreisen steht, wie sie sagt",
    ),
    // Houses and lines
    ("row {number}", "Zeile {number}"),
    ("column {number}", "Spalte {number}"),
    ("box {number}", "Box {number}"),
    ("region {number}", "Region {number}"),
    ("window {number}", "Fenster {number}"),
    ("disjoint group {number}", "Gruppe {number}"),
    ("color {number}", "Farbe {number}"),
    ("extra house {number}", "Zusatzeinheit {number}"),
    ("main diagonal", "die Hauptdiagonale | der Hauptdiagonale"),
    ("anti-diagonal", "die Gegendiagonale | der Gegendiagonale"),
    (
        "center-dot",
        "die Einheit der Mittelpunkte | der Einheit der Mittelpunkte",
    ),
    ("asterisk", "der Stern | dem Stern | den Stern"),
    ("girandola", "die Girandola | der Girandola"),
    ("row {number} from right", "Zeile {number} von rechts"),
    ("column {number} from below", "Spalte {number} von unten"),
    (
        "rows {numbers}",
        "die Zeilen {numbers} | den Zeilen {numbers}",
    ),
    (
        "columns {numbers}",
        "die Spalten {numbers} | den Spalten {numbers}",
    ),
    (
        "boxes {numbers}",
        "die Boxen {numbers} | den Boxen {numbers}",
    ),
    (
        "regions {numbers}",
        "die Regionen {numbers} | den Regionen {numbers}",
    ),
    (
        "windows {numbers}",
        "die Fenster {numbers} | den Fenstern {numbers}",
    ),
    (
        "disjoint groups {numbers}",
        "die Gruppen {numbers} | den Gruppen {numbers}",
    ),
    (
        "colors {numbers}",
        "die Farben {numbers} | den Farben {numbers}",
    ),
    (
        "extra houses {numbers}",
        "die Zusatzeinheiten {numbers} | den Zusatzeinheiten {numbers}",
    ),
    (
        "cage {number}",
        "der Käfig bei {number} | dem Käfig bei {number} | den Käfig bei {number}",
    ),
    (
        "cages {numbers}",
        "die Käfige bei {numbers} | den Käfigen bei {numbers}",
    ),
    // Families of techniques
    ("Singles", "Singles"),
    ("Locked candidates", "Gesperrte Kandidaten"),
    ("Direct techniques", "Direkte Techniken"),
    ("Subsets", "Teilmengen"),
    ("Fish", "Fische"),
    ("Complex fish", "Komplexe Fische"),
    ("Single-digit patterns", "Muster einer Ziffer"),
    ("Coloring", "Färbung"),
    ("Wings", "Wings"),
    ("Chains", "Ketten"),
    ("Almost locked sets", "Fast gesperrte Mengen"),
    ("Sums", "Summen"),
    ("Cages", "Käfige"),
    ("Pairs of cells", "Zellenpaare"),
    ("Counts and ends", "Anzahlen und Enden"),
    ("Outside clues", "Hinweise am Rand"),
    ("Chains through rules", "Ketten durch Regeln"),
    ("Templates", "Schablonen"),
    ("Fireworks", "Fireworks"),
    ("Bivalue universal graves", "Bivalue Universal Graves"),
    ("Loops", "Schleifen"),
    ("Impossible patterns", "Unmögliche Muster"),
    ("Forcing chains and nets", "Zwangsketten und -netze"),
    ("Rectangles", "Rechtecke"),
    ("Aligned exclusion", "Ausschluss"),
    // Names and summaries of techniques: the heading and the first quote of each page
    ("Full House", "Letzte Zelle"),
    (
        "A house has one open cell left, which takes the missing digit.",
        "Eine Einheit hat nur noch eine offene Zelle. Dort kommt die fehlende Ziffer hin.",
    ),
    ("Hidden Single in a Box", "Versteckter Single in einer Box"),
    (
        "A digit has one place left in a box.",
        "Eine Ziffer hat in einer Box nur noch einen Platz.",
    ),
    ("Hidden Single", "Versteckter Single"),
    (
        "A digit has one place left in a row, a column or another house that is not a box.",
        "Eine Ziffer hat nur noch einen Platz in einer Zeile, einer Spalte oder einer anderen \
        Einheit, die keine Box ist.",
    ),
    ("Direct Pointing", "Direktes Pointing"),
    (
        "All places of a digit in a box lie in one line, which leaves the digit one place in \
        another box.",
        "Alle Plätze einer Ziffer in einer Box liegen in einer Linie. Deshalb bleibt der Ziffer in \
        einer anderen Box nur ein Platz.",
    ),
    ("Direct Claiming", "Direktes Claiming"),
    (
        "All places of a digit in a line lie in one box, which leaves the digit one place in \
        another such line.",
        "Alle Plätze einer Ziffer in einer Linie liegen in einer Box. Deshalb bleibt der Ziffer in \
        einer anderen solchen Linie nur ein Platz.",
    ),
    ("Direct Hidden Pair", "Direktes verstecktes Paar"),
    (
        "Two digits fill two cells of a house, which leaves a third digit one place in it.",
        "Zwei Ziffern füllen zwei Zellen einer Einheit. Deshalb bleibt dort einer dritten Ziffer \
        nur ein Platz.",
    ),
    ("Restricted Cell", "Eingeschränkte Zelle"),
    (
        "A rule restricts single cells, such as odd and even cells.",
        "Eine Regel schränkt einzelne Zellen ein, etwa gerade und ungerade Zellen.",
    ),
    ("Single Combination", "Einzige Kombination"),
    (
        "A cage has one combination of digits left, so its cells lose all other digits.",
        "Ein Käfig hat nur noch eine Kombination von Ziffern. Seine Zellen verlieren also alle \
        anderen Ziffern.",
    ),
    ("Pair Rule", "Paarregel"),
    (
        "A candidate has no partner in a cell to which a dot, a sign or a line relates it.",
        "Ein Kandidat hat keinen Partner in einer Zelle, mit der ihn ein Punkt, ein Zeichen oder \
        eine Linie verbindet.",
    ),
    ("Order Bounds", "Grenzen der Reihenfolge"),
    (
        "Digits rise along a thermometer or by inequalities, so each cell leaves room for those \
        before and after it.",
        "Ziffern steigen entlang eines Thermometers oder durch Ungleichungen. Jede Zelle lässt \
        also Raum für die davor und danach.",
    ),
    ("Naked Single", "Nackter Single"),
    (
        "A cell has one candidate left.",
        "Eine Zelle hat nur noch einen Kandidaten.",
    ),
    ("Line Class", "Linienklasse"),
    (
        "A cell of an entropic or modular line has one class of digits, so cells nearby have other \
        classes.",
        "Eine Zelle einer Entropie- oder Modulo-Linie hat eine bestimmte Klasse von Ziffern. \
        Zellen in ihrer Nähe haben also andere Klassen.",
    ),
    ("Direct Hidden Triple", "Direkter versteckter Dreier"),
    (
        "Three digits fill three cells of a house, which leaves a fourth digit one place in it.",
        "Drei Ziffern füllen drei Zellen einer Einheit. Deshalb bleibt dort einer vierten Ziffer \
        nur ein Platz.",
    ),
    ("Sum Bounds", "Summengrenzen"),
    (
        "The smallest or largest sum of the other cells bounds a cell of an arrow, a diagonal or a \
        line.",
        "Die kleinste oder größte Summe der übrigen Zellen begrenzt eine Zelle eines Pfeils, einer \
        Diagonale oder einer Linie.",
    ),
    ("Pointing", "Pointing"),
    (
        "All places of a digit in a box lie in one line, so it is removed from the rest of the \
        line.",
        "Alle Plätze einer Ziffer in einer Box liegen in einer Linie. Im Rest der Linie wird sie \
        deshalb gestrichen.",
    ),
    ("Innies and Outies", "Innies und Outies"),
    (
        "The sum of a house without the cages in it gives the sum of the cells that are left over, \
        or of those that stick out.",
        "Die Summe einer Einheit ohne die Käfige darin ergibt die Summe der Zellen, die übrig \
        bleiben oder herausragen.",
    ),
    ("Line Ends", "Linienenden"),
    (
        "The digits at the ends of a between or lockout line limit those inside it, and vice \
        versa.",
        "Die Ziffern an den Enden einer Between- oder Lockout-Linie begrenzen die Ziffern im \
        Inneren, und umgekehrt.",
    ),
    ("Digit Quota", "Ziffernquote"),
    (
        "Some cells must hold certain digits, and only just enough of them can.",
        "Einige Zellen müssen bestimmte Ziffern enthalten, und nur genau so viele Zellen \
        wie nötig können es.",
    ),
    ("Claiming", "Claiming"),
    (
        "All places of a digit in a line, or in another house that is not a box, lie in one other \
        house, so it is removed from the rest of that house.",
        "Alle Plätze einer Ziffer in einer Linie oder in einer anderen Einheit, die keine Box ist, \
        liegen in einer weiteren Einheit. In deren Rest wird sie deshalb gestrichen.",
    ),
    ("Cage Combinations", "Käfigkombinationen"),
    (
        "No combination of digits that a cage has left lets a cell hold a candidate.",
        "Ein Kandidat einer Zelle passt in keine Kombination von Ziffern, die ihr Käfig noch hat.",
    ),
    ("Locked Pair", "Gesperrtes Paar"),
    (
        "Two cells that share two houses have the same two candidates, which are removed from the \
        rest of both houses.",
        "Zwei Zellen, die zwei Einheiten gemeinsam haben, haben dieselben zwei Kandidaten. Im Rest \
        beider Einheiten werden diese gestrichen.",
    ),
    ("Required Digit", "Pflichtziffer"),
    (
        "Every combination that a cage has left contains a digit, so no cell that sees its places \
        there can hold it.",
        "Jede Kombination, die ein Käfig noch hat, enthält eine bestimmte Ziffer. Keine Zelle, die \
        alle ihre Plätze dort sieht, kann sie enthalten.",
    ),
    ("Naked Pair", "Nacktes Paar"),
    (
        "Two cells of a house have the same two candidates, which are removed from the rest of the \
        house.",
        "Zwei Zellen einer Einheit haben dieselben zwei Kandidaten. Im Rest der Einheit werden \
        diese gestrichen.",
    ),
    ("Renban Window", "Renban-Fenster"),
    (
        "The digits of a line are consecutive, and no run of digits that is left lets a cell hold \
        a candidate.",
        "Die Ziffern einer Linie folgen aufeinander. Ein Kandidat passt in keine der Folgen, die \
        noch möglich sind.",
    ),
    ("Index", "Index"),
    (
        "A digit says where another one is, and one of them cannot be there.",
        "Eine Ziffer sagt, wo eine andere steht, und eine von beiden kann dort nicht sein.",
    ),
    ("Locked Triple", "Gesperrter Dreier"),
    (
        "Three cells that share two houses have three candidates in all, which are removed from \
        the rest of both houses.",
        "Drei Zellen, die zwei Einheiten gemeinsam haben, haben zusammen drei Kandidaten. Im Rest \
        beider Einheiten werden diese gestrichen.",
    ),
    ("X-Wing", "X-Wing"),
    (
        "All places of a digit in two parallel lines lie in two crossing lines, so it is removed \
        from the rest of the crossing lines.",
        "Alle Plätze einer Ziffer in zwei parallelen Linien liegen in zwei kreuzenden Linien. Im \
        Rest der kreuzenden Linien wird sie deshalb gestrichen.",
    ),
    ("Sum Combinations", "Summenkombinationen"),
    (
        "No way to reach a sum lets a cell of an arrow or a diagonal hold a candidate.",
        "Ein Kandidat auf einem Pfeil oder einer Diagonale kommt auf keinem Weg zur Summe vor.",
    ),
    ("Hidden Pair", "Verstecktes Paar"),
    (
        "Two digits have the same two places in a house, so all other candidates are removed from \
        these cells.",
        "Zwei Ziffern haben in einer Einheit dieselben zwei Plätze. In diesen Zellen werden \
        deshalb alle anderen Kandidaten gestrichen.",
    ),
    ("Equal Sums", "Gleiche Summen"),
    (
        "Parts of a line have the same sum, and no sum that all can reach lets a cell hold a \
        candidate.",
        "Teile einer Linie haben dieselbe Summe. Ein Kandidat passt zu keiner Summe, die alle \
        erreichen können.",
    ),
    ("Outside Clue", "Hinweis am Rand"),
    (
        "No way to fill a row or column satisfies the clue beside it and lets a cell hold a \
        candidate.",
        "Ein Kandidat kommt in keiner Belegung der Zeile oder Spalte vor, die den Hinweis daneben \
        erfüllt.",
    ),
    ("Naked Triple", "Nackter Dreier"),
    (
        "Three cells of a house have three candidates in all, which are removed from the rest of \
        the house.",
        "Drei Zellen einer Einheit haben zusammen drei Kandidaten. Im Rest der Einheit werden \
        diese gestrichen.",
    ),
    ("Swordfish", "Swordfish"),
    (
        "All places of a digit in three parallel lines lie in three crossing lines, so it is \
        removed from the rest of the crossing lines.",
        "Alle Plätze einer Ziffer in drei parallelen Linien liegen in drei kreuzenden Linien. Im \
        Rest der kreuzenden Linien wird sie deshalb gestrichen.",
    ),
    ("Hidden Triple", "Versteckter Dreier"),
    (
        "Three digits have three places in all in a house, so all other candidates are removed \
        from these cells.",
        "Drei Ziffern haben in einer Einheit zusammen drei Plätze. In diesen Zellen werden deshalb \
        alle anderen Kandidaten gestrichen.",
    ),
    ("Skyscraper", "Skyscraper"),
    (
        "Two parallel lines with two places each for a digit share a crossing line at one end, so \
        one of the two other ends is true.",
        "Zwei parallele Linien mit je zwei Plätzen für eine Ziffer treffen an einem Ende dieselbe \
        kreuzende Linie. Eines der zwei anderen Enden ist also wahr.",
    ),
    ("Two-String Kite", "2-String Kite"),
    (
        "A row and a column with two places each for a digit share a box at one end, so one of the \
        two other ends is true.",
        "Eine Zeile und eine Spalte mit je zwei Plätzen für eine Ziffer treffen an einem Ende \
        dieselbe Box. Eines der zwei anderen Enden ist also wahr.",
    ),
    ("Turbot Fish", "Turbot Fish"),
    (
        "Two houses with two places each for a digit have ends that see each other, so one of the \
        two other ends is true.",
        "Zwei Einheiten mit je zwei Plätzen für eine Ziffer haben Enden, die sich sehen. Eines der \
        zwei anderen Enden ist also wahr.",
    ),
    ("XY-Wing", "XY-Wing"),
    (
        "A pivot cell with two candidates forces one of its two pincers to hold a digit that they \
        share.",
        "Ein Drehpunkt mit zwei Kandidaten zwingt eine seiner zwei Zangen, die Ziffer zu \
        enthalten, die sie gemeinsam haben.",
    ),
    ("Common Peers", "Gemeinsam gesehen"),
    (
        "A candidate sees so many candidates of a cage, a line or another rule that the rule \
        cannot be satisfied with it.",
        "Ein Kandidat sieht so viele Kandidaten eines Käfigs, einer Linie oder einer anderen \
        Regel, dass die Regel mit ihm nicht zu erfüllen ist.",
    ),
    ("Empty Rectangle", "Empty Rectangle"),
    (
        "A box confines a digit to a row and a column, and a strong link from one of them \
        eliminates it in the other.",
        "Eine Box beschränkt eine Ziffer auf eine Zeile und eine Spalte. Eine starke Verknüpfung \
        von der einen schließt die Ziffer in der anderen aus.",
    ),
    ("Finned X-Wing", "X-Wing mit Flosse"),
    (
        "An X-Wing with extra places, the fins, so only cells that see all of them lose the digit.",
        "Ein X-Wing mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen sehen, \
        verlieren die Ziffer.",
    ),
    ("Remote Pair", "Remote Pair"),
    (
        "A chain of cells with the same two candidates: both digits are removed from cells that \
        see two cells of opposite color.",
        "Eine Kette von Zellen mit denselben zwei Kandidaten. Beide Ziffern werden in Zellen \
        gestrichen, die zwei Zellen verschiedener Farbe sehen.",
    ),
    ("Sashimi X-Wing", "Sashimi-X-Wing"),
    (
        "A finned X-Wing without one of its corners: one of its lines has a single place that is \
        not a fin.",
        "Ein X-Wing mit Flosse, dem eine Ecke fehlt. Eine seiner Linien hat nur einen Platz, der \
        keine Flosse ist.",
    ),
    ("XYZ-Wing", "XYZ-Wing"),
    (
        "A pivot cell with three candidates, or one of its two pincers, holds the digit that all \
        three share.",
        "Ein Drehpunkt mit drei Kandidaten oder eine seiner zwei Zangen enthält die Ziffer, die \
        alle drei gemeinsam haben.",
    ),
    ("W-Wing", "W-Wing"),
    (
        "Two cells with the same two candidates are joined by a strong link of one of them, so one \
        cell holds the other.",
        "Zwei Zellen mit denselben zwei Kandidaten sind über eine starke Verknüpfung des einen \
        verbunden. Eine der Zellen enthält also den anderen.",
    ),
    ("Simple Coloring", "Einfache Färbung"),
    (
        "Strong links give the candidates of a digit two colors, of which one is true, so \
        candidates that see both are false.",
        "Starke Verknüpfungen geben den Kandidaten einer Ziffer zwei Farben, von denen eine wahr \
        ist. Kandidaten, die beide Farben sehen, sind also falsch.",
    ),
    ("Unique Rectangle Type 1", "Eindeutiges Rechteck Typ 1"),
    (
        "Three cells of a rectangle have only two digits, which are therefore removed from the \
        fourth.",
        "Drei Zellen eines Rechtecks haben nur zwei Ziffern. In der vierten werden diese deshalb \
        gestrichen.",
    ),
    ("Unique Rectangle Type 2", "Eindeutiges Rechteck Typ 2"),
    (
        "Two cells on one side of a rectangle have the same single candidate besides its two \
        digits, so one of them holds it.",
        "Zwei Zellen auf einer Seite eines Rechtecks haben außer seinen zwei Ziffern nur einen \
        weiteren Kandidaten, beide denselben. Eine von ihnen enthält ihn also.",
    ),
    ("Unique Rectangle Type 4", "Eindeutiges Rechteck Typ 4"),
    (
        "Two cells on one side of a rectangle have other candidates, and are the only places for \
        one of its digits in a house, so the other digit is removed.",
        "Zwei Zellen auf einer Seite eines Rechtecks haben weitere Kandidaten und sind in einer \
        Einheit die einzigen Plätze für eine seiner Ziffern. Die andere Ziffer wird deshalb \
        gestrichen.",
    ),
    ("Avoidable Rectangle Type 1", "Vermeidbares Rechteck Typ 1"),
    (
        "Three cells of a rectangle were placed and hold two digits crosswise, so the fourth does \
        not complete it.",
        "Drei Zellen eines Rechtecks wurden gesetzt und enthalten über Kreuz zwei Ziffern. Die \
        vierte vervollständigt es also nicht.",
    ),
    ("Unique Loop Type 1", "Eindeutige Schleife Typ 1"),
    (
        "All cells of a loop but one have only two digits, which are therefore removed from it.",
        "Alle Zellen einer Schleife bis auf eine haben nur zwei Ziffern. In dieser einen werden \
        sie deshalb gestrichen.",
    ),
    ("Unique Loop Type 2", "Eindeutige Schleife Typ 2"),
    (
        "Some cells of a loop have the same single candidate besides its two digits, so one of \
        them holds it.",
        "Einige Zellen einer Schleife haben außer ihren zwei Ziffern nur einen weiteren \
        Kandidaten, alle denselben. Eine von ihnen enthält ihn also.",
    ),
    ("Unique Rectangle Type 3", "Eindeutiges Rechteck Typ 3"),
    (
        "Two cells on one side of a rectangle have other candidates, and act as one cell of a \
        naked or hidden subset.",
        "Zwei Zellen auf einer Seite eines Rechtecks haben weitere Kandidaten und wirken wie eine \
        Zelle einer nackten oder versteckten Teilmenge.",
    ),
    ("Unique Rectangle Type 5", "Eindeutiges Rechteck Typ 5"),
    (
        "Two opposite cells of a rectangle, or three, have the same single candidate besides its \
        two digits, so one of them holds it.",
        "Zwei gegenüberliegende Zellen eines Rechtecks, oder drei, haben außer seinen zwei Ziffern \
        nur einen weiteren Kandidaten, alle denselben. Eine von ihnen enthält ihn also.",
    ),
    ("Unique Rectangle Type 6", "Eindeutiges Rechteck Typ 6"),
    (
        "Two opposite cells of a rectangle have other candidates, and one of its digits is locked \
        into two of its sides, so that digit is removed from them.",
        "Zwei gegenüberliegende Zellen eines Rechtecks haben weitere Kandidaten, und eine seiner \
        Ziffern ist auf zwei seiner Seiten gesperrt. In diesen Zellen wird sie deshalb gestrichen.",
    ),
    ("Avoidable Rectangle Type 2", "Vermeidbares Rechteck Typ 2"),
    (
        "Some cells of a rectangle were placed, the others have one candidate that completes it \
        and the same single other one, so one of them holds that.",
        "Einige Zellen eines Rechtecks wurden gesetzt. Die anderen haben einen Kandidaten, der es \
        vervollständigt, und nur einen weiteren, alle denselben. Eine von ihnen enthält diesen \
        also.",
    ),
    ("Unique Loop Type 4", "Eindeutige Schleife Typ 4"),
    (
        "Two neighbors in a loop have other candidates, and are the only places for one of its \
        digits in a house, so the other digit is removed.",
        "Zwei Nachbarn in einer Schleife haben weitere Kandidaten und sind in einer Einheit die \
        einzigen Plätze für eine ihrer Ziffern. Die andere Ziffer wird deshalb gestrichen.",
    ),
    ("Hidden Rectangle", "Verstecktes Rechteck"),
    (
        "Opposite to a cell with only the two digits, one of them is locked into both sides of the \
        rectangle, so the other is removed.",
        "Gegenüber einer Zelle, die nur die zwei Ziffern hat, ist eine davon auf beiden Seiten des \
        Rechtecks gesperrt. Die andere wird deshalb gestrichen.",
    ),
    ("Unique Loop Type 3", "Eindeutige Schleife Typ 3"),
    (
        "Two neighbors in a loop have other candidates, and act as one cell of a naked or hidden \
        subset.",
        "Zwei Nachbarn in einer Schleife haben weitere Kandidaten und wirken wie eine Zelle einer \
        nackten oder versteckten Teilmenge.",
    ),
    ("Finned Swordfish", "Swordfish mit Flosse"),
    (
        "A Swordfish with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Ein Swordfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen sehen, \
        verlieren die Ziffer.",
    ),
    ("Sashimi Swordfish", "Sashimi-Swordfish"),
    (
        "A finned Swordfish in which one of the lines has a single place that is not a fin.",
        "Ein Swordfish mit Flosse, bei dem eine der Linien nur einen Platz hat, der keine Flosse \
        ist.",
    ),
    ("Naked Quad", "Nackter Vierer"),
    (
        "Four cells of a house have four candidates in all, which are removed from the rest of the \
        house.",
        "Vier Zellen einer Einheit haben zusammen vier Kandidaten. Im Rest der Einheit werden \
        diese gestrichen.",
    ),
    ("Rule Forcing Chain", "Regel-Zwangskette"),
    (
        "If a candidate were true, its consequences for cages, lines and clues would lead to a \
        contradiction.",
        "Wäre ein Kandidat wahr, würden seine Folgen für Käfige, Linien und Hinweise zu einem \
        Widerspruch führen.",
    ),
    ("Jellyfish", "Jellyfish"),
    (
        "All places of a digit in four parallel lines lie in four crossing lines, so it is removed \
        from the rest of the crossing lines.",
        "Alle Plätze einer Ziffer in vier parallelen Linien liegen in vier kreuzenden Linien. Im \
        Rest der kreuzenden Linien wird sie deshalb gestrichen.",
    ),
    ("Multi-Coloring", "Mehrfache Färbung"),
    (
        "Two colored clusters of a digit see each other by one color of each, so candidates that \
        see both other colors are false.",
        "Zwei gefärbte Cluster einer Ziffer sehen sich mit je einer Farbe. Kandidaten, die beide \
        anderen Farben sehen, sind also falsch.",
    ),
    ("Hidden Quad", "Versteckter Vierer"),
    (
        "Four digits have four places in all in a house, so all other candidates are removed from \
        these cells.",
        "Vier Ziffern haben in einer Einheit zusammen vier Plätze. In diesen Zellen werden deshalb \
        alle anderen Kandidaten gestrichen.",
    ),
    ("Finned Jellyfish", "Jellyfish mit Flosse"),
    (
        "A Jellyfish with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Ein Jellyfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen sehen, \
        verlieren die Ziffer.",
    ),
    ("WXYZ-Wing", "WXYZ-Wing"),
    (
        "An almost locked set of three cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Eine fast gesperrte Menge aus drei Zellen und eine Zelle mit zwei Kandidaten haben eine \
        gemeinsame gesperrte Ziffer. Eine von beiden enthält also ihre andere gemeinsame Ziffer.",
    ),
    ("BUG Type 1", "BUG Typ 1"),
    (
        "Only one cell keeps the position from being a bivalue universal grave, so it holds its \
        extra candidate.",
        "Nur eine Zelle verhindert, dass die Stellung ein Bivalue Universal Grave ist. Sie enthält \
        also ihren zusätzlichen Kandidaten.",
    ),
    ("Sashimi Jellyfish", "Sashimi-Jellyfish"),
    (
        "A finned Jellyfish in which one of the lines has a single place that is not a fin.",
        "Ein Jellyfish mit Flosse, bei dem eine der Linien nur einen Platz hat, der keine Flosse \
        ist.",
    ),
    ("BUG Type 2", "BUG Typ 2"),
    (
        "Only one digit in several cells keeps the position from being a bivalue universal grave, \
        so no cell that sees them all holds it.",
        "Nur eine Ziffer in mehreren Zellen verhindert, dass die Stellung ein Bivalue Universal \
        Grave ist. Keine Zelle, die alle diese Zellen sieht, enthält sie also.",
    ),
    ("BUG Type 4", "BUG Typ 4"),
    (
        "Only two cells of one house keep the position from being a bivalue universal grave; a \
        digit is locked into them, so they hold that digit or an extra candidate.",
        "Nur zwei Zellen einer Einheit verhindern, dass die Stellung ein Bivalue Universal Grave \
        ist. Eine Ziffer ist in ihnen gesperrt. Sie enthalten also diese Ziffer oder einen \
        zusätzlichen Kandidaten.",
    ),
    ("Franken X-Wing", "Franken-X-Wing"),
    (
        "An X-Wing with boxes among its base or its cover.",
        "Ein X-Wing mit Boxen in seiner Basis oder seiner Abdeckung.",
    ),
    ("BUG Type 3", "BUG Typ 3"),
    (
        "Only some cells of one house keep the position from being a bivalue universal grave, and \
        act as one cell of a naked or hidden subset.",
        "Nur einige Zellen einer Einheit verhindern, dass die Stellung ein Bivalue Universal Grave \
        ist. Sie wirken wie eine Zelle einer nackten oder versteckten Teilmenge.",
    ),
    ("ALS-XZ", "ALS-XZ"),
    (
        "Two almost locked sets have a restricted common, so one of them holds any other digit \
        that they share.",
        "Zwei fast gesperrte Mengen haben eine gemeinsame gesperrte Ziffer. Eine von ihnen enthält \
        also jede andere Ziffer, die sie gemeinsam haben.",
    ),
    ("Franken Swordfish", "Franken-Swordfish"),
    (
        "A Swordfish with boxes among its base or its cover.",
        "Ein Swordfish mit Boxen in seiner Basis oder seiner Abdeckung.",
    ),
    ("Sue de Coq", "Sue de Coq"),
    (
        "The intersection of a line and a box forms a locked set with further cells of the line \
        and of the box.",
        "Die Kreuzung einer Linie und einer Box bildet mit weiteren Zellen der Linie und der Box \
        eine gesperrte Menge.",
    ),
    ("Mutant X-Wing", "Mutant-X-Wing"),
    (
        "An X-Wing whose base or cover mixes rows and columns, with or without boxes.",
        "Ein X-Wing, der in seiner Basis oder seiner Abdeckung Zeilen und Spalten mischt, mit oder \
        ohne Boxen.",
    ),
    ("X-Chain", "X-Chain"),
    (
        "Alternating strong and weak links of one digit: one end of the chain or the other holds \
        the digit.",
        "Starke und schwache Verknüpfungen einer Ziffer wechseln sich ab. Das eine oder das andere \
        Ende der Kette enthält die Ziffer.",
    ),
    ("Triple Firework", "Triple Firework"),
    (
        "Outside their box, three digits of a row and a column are limited to the same two cells, \
        so they fill these and the crossing.",
        "Außerhalb ihrer Box sind drei Ziffern einer Zeile und einer Spalte auf dieselben zwei \
        Zellen beschränkt. Sie füllen also diese Zellen und die Kreuzung.",
    ),
    ("Finned Franken X-Wing", "Franken-X-Wing mit Flosse"),
    (
        "A Franken X-Wing with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Ein Franken-X-Wing mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    ("XY-Chain", "XY-Chain"),
    (
        "A chain of four or more cells with two candidates each: one end or the other is true.",
        "Eine Kette aus vier oder mehr Zellen mit je zwei Kandidaten. Das eine oder das andere \
        Ende ist wahr.",
    ),
    ("VWXYZ-Wing", "VWXYZ-Wing"),
    (
        "An almost locked set of four cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Eine fast gesperrte Menge aus vier Zellen und eine Zelle mit zwei Kandidaten haben eine \
        gemeinsame gesperrte Ziffer. Eine von beiden enthält also ihre andere gemeinsame Ziffer.",
    ),
    ("Aligned Pair Exclusion", "Paarausschluss"),
    (
        "No possible pair of digits in two cells contains this candidate.",
        "Kein mögliches Paar von Ziffern in zwei Zellen enthält diesen Kandidaten.",
    ),
    ("Finned Franken Swordfish", "Franken-Swordfish mit Flosse"),
    (
        "A Franken Swordfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Ein Franken-Swordfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    ("Grouped X-Chain", "Gruppierte X-Chain"),
    (
        "An X-chain in which the candidates that a box and a line share count as one.",
        "Eine X-Chain, in der die Kandidaten, die eine Box und eine Linie gemeinsam haben, als \
        einer zählen.",
    ),
    ("Franken Jellyfish", "Franken-Jellyfish"),
    (
        "A Jellyfish with boxes among its base or its cover.",
        "Ein Jellyfish mit Boxen in seiner Basis oder seiner Abdeckung.",
    ),
    ("Finned Mutant X-Wing", "Mutant-X-Wing mit Flosse"),
    (
        "A Mutant X-Wing with extra places, the fins, so only cells that see all of them lose the \
        digit.",
        "Ein Mutant-X-Wing mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    ("Continuous Nice Loop", "Geschlossene Schleife"),
    (
        "A chain whose ends rule each other out: a ring, in which every weak link is a strong one \
        too.",
        "Eine Kette, deren Enden sich gegenseitig ausschließen: ein Ring, in dem jede schwache \
        Verknüpfung auch eine starke ist.",
    ),
    ("Alternating Inference Chain", "Alternierende Kette (AIC)"),
    (
        "Alternating strong and weak links: one end of the chain or the other is true.",
        "Starke und schwache Verknüpfungen wechseln sich ab. Das eine oder das andere Ende der \
        Kette ist wahr.",
    ),
    ("ALS-XY-Wing", "ALS-XY-Wing"),
    (
        "An almost locked set has restricted commons with two others, so one of these holds a \
        digit that they share.",
        "Eine fast gesperrte Menge hat mit zwei anderen je eine gemeinsame gesperrte Ziffer. Eine \
        dieser beiden enthält also eine Ziffer, die sie gemeinsam haben.",
    ),
    ("Mutant Swordfish", "Mutant-Swordfish"),
    (
        "A Swordfish whose base or cover mixes rows and columns, with or without boxes.",
        "Ein Swordfish, der in seiner Basis oder seiner Abdeckung Zeilen und Spalten mischt, mit \
        oder ohne Boxen.",
    ),
    ("UVWXYZ-Wing", "UVWXYZ-Wing"),
    (
        "An almost locked set of five cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Eine fast gesperrte Menge aus fünf Zellen und eine Zelle mit zwei Kandidaten haben eine \
        gemeinsame gesperrte Ziffer. Eine von beiden enthält also ihre andere gemeinsame Ziffer.",
    ),
    ("Finned Franken Jellyfish", "Franken-Jellyfish mit Flosse"),
    (
        "A Franken Jellyfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Ein Franken-Jellyfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    (
        "Grouped Alternating Inference Chain",
        "Gruppierte alternierende Kette",
    ),
    (
        "A chain of strong and weak links in which the candidates that a box and a line share \
        count as one.",
        "Eine Kette starker und schwacher Verknüpfungen, in der die Kandidaten, die eine Box und \
        eine Linie gemeinsam haben, als einer zählen.",
    ),
    ("Finned Mutant Swordfish", "Mutant-Swordfish mit Flosse"),
    (
        "A Mutant Swordfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Ein Mutant-Swordfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    (
        "Grouped Continuous Nice Loop",
        "Gruppierte geschlossene Schleife",
    ),
    (
        "A ring of strong and weak links in which the candidates that a box and a line share count \
        as one.",
        "Ein Ring starker und schwacher Verknüpfungen, in dem die Kandidaten, die eine Box und \
        eine Linie gemeinsam haben, als einer zählen.",
    ),
    ("ALS Chain", "ALS-Kette"),
    (
        "Four or five almost locked sets are linked by restricted commons, so one of both ends \
        holds a digit that they share.",
        "Vier oder fünf fast gesperrte Mengen sind über gemeinsame gesperrte Ziffern verbunden. \
        Eines der beiden Enden enthält also eine Ziffer, die sie gemeinsam haben.",
    ),
    ("Mutant Jellyfish", "Mutant-Jellyfish"),
    (
        "A Jellyfish whose base or cover mixes rows and columns, with or without boxes.",
        "Ein Jellyfish, der in seiner Basis oder seiner Abdeckung Zeilen und Spalten mischt, mit \
        oder ohne Boxen.",
    ),
    ("Death Blossom", "Death Blossom"),
    (
        "Each candidate of the stem cell takes a digit from its petal, an almost locked set, so \
        one petal holds a digit that all share.",
        "Jeder Kandidat des Stiels nimmt seinem Blütenblatt, einer fast gesperrten Menge, eine \
        Ziffer. Ein Blütenblatt enthält also eine Ziffer, die alle gemeinsam haben.",
    ),
    ("Finned Mutant Jellyfish", "Mutant-Jellyfish mit Flosse"),
    (
        "A Mutant Jellyfish with extra places, the fins, so only cells that see all of them lose \
        the digit.",
        "Ein Mutant-Jellyfish mit zusätzlichen Plätzen, den Flossen. Nur Zellen, die alle Flossen \
        sehen, verlieren die Ziffer.",
    ),
    ("Nishio", "Nishio"),
    (
        "A candidate leads to a contradiction through the links of its digit alone: a house has no \
        place left for it.",
        "Ein Kandidat führt allein über die Verknüpfungen seiner Ziffer zu einem Widerspruch: Eine \
        Einheit hat keinen Platz mehr für sie.",
    ),
    ("TUVWXYZ-Wing", "TUVWXYZ-Wing"),
    (
        "An almost locked set of six cells and a cell with two candidates have a restricted \
        common, so one of them holds their other shared digit.",
        "Eine fast gesperrte Menge aus sechs Zellen und eine Zelle mit zwei Kandidaten haben eine \
        gemeinsame gesperrte Ziffer. Eine von beiden enthält also ihre andere gemeinsame Ziffer.",
    ),
    ("Aligned Triple Exclusion", "Dreierausschluss"),
    (
        "No possible combination of digits in three cells contains this candidate.",
        "Keine mögliche Kombination von Ziffern in drei Zellen enthält diesen Kandidaten.",
    ),
    ("Tridagon", "Tridagon"),
    (
        "Twelve cells in four boxes cannot be filled with three digits alone, so one of their \
        other candidates is true.",
        "Zwölf Zellen in vier Boxen lassen sich nicht mit drei Ziffern allein füllen. Einer ihrer \
        anderen Kandidaten ist also wahr.",
    ),
    ("Cell Forcing Chain", "Zellen-Zwangskette"),
    (
        "Chains from all candidates of a cell lead to the same conclusion.",
        "Ketten von allen Kandidaten einer Zelle führen zu demselben Schluss.",
    ),
    ("Region Forcing Chain", "Einheiten-Zwangskette"),
    (
        "Chains from all places of a digit in a house lead to the same conclusion.",
        "Ketten von allen Plätzen einer Ziffer in einer Einheit führen zu demselben Schluss.",
    ),
    ("Contradiction Chain", "Widerspruchskette"),
    (
        "Chains from one assumption lead to a contradiction.",
        "Ketten von einer Annahme aus führen zu einem Widerspruch.",
    ),
    ("Double Forcing Chain", "Doppelte Zwangskette"),
    (
        "Chains from a candidate being true and from it being false lead to the same conclusion.",
        "Ob ein Kandidat wahr ist oder falsch: Die Ketten führen zu demselben Schluss.",
    ),
    ("Contradiction Net", "Widerspruchsnetz"),
    (
        "All singles that follow from one assumption lead to a contradiction.",
        "Alle Singles, die aus einer Annahme folgen, führen zu einem Widerspruch.",
    ),
    ("Cell Forcing Net", "Zellen-Zwangsnetz"),
    (
        "All singles that follow from each candidate of a cell lead to the same conclusion.",
        "Alle Singles, die aus jedem Kandidaten einer Zelle folgen, führen zu demselben Schluss.",
    ),
    ("Region Forcing Net", "Einheiten-Zwangsnetz"),
    (
        "All singles that follow from each place of a digit in a house lead to the same \
        conclusion.",
        "Alle Singles, die aus jedem Platz einer Ziffer in einer Einheit folgen, führen zu \
        demselben Schluss.",
    ),
    ("Double Forcing Net", "Doppeltes Zwangsnetz"),
    (
        "All singles that follow from a candidate being true, and from it being false, lead to the \
        same conclusion.",
        "Ob ein Kandidat wahr ist oder falsch: Alle Singles, die daraus folgen, führen zu \
        demselben Schluss.",
    ),
    ("Pattern Forcing Net", "Muster-Zwangsnetz"),
    (
        "A forcing net that uses locked candidates, pairs and X-Wings where no single is left.",
        "Ein Zwangsnetz, das gesperrte Kandidaten, Paare und X-Wings benutzt, wo kein Single mehr \
        übrig ist.",
    ),
    ("Template Set", "Schablone (setzen)"),
    (
        "Every template of a digit, a way to place it in the whole grid, contains this candidate.",
        "Jede Schablone einer Ziffer, also jede Art, sie im ganzen Gitter zu setzen, enthält \
        diesen Kandidaten.",
    ),
    ("Template Delete", "Schablone (streichen)"),
    (
        "No template of a digit, a way to place it in the whole grid, contains these candidates.",
        "Keine Schablone einer Ziffer, also keine Art, sie im ganzen Gitter zu setzen, enthält \
        diese Kandidaten.",
    ),
    ("Nested Forcing Net", "Verschachteltes Zwangsnetz"),
    (
        "A forcing net that contains further forcing nets leads to a contradiction.",
        "Ein Zwangsnetz, das weitere Zwangsnetze enthält, führt zu einem Widerspruch.",
    ),
];
