//! The words of a drawing in each language: legends, and descriptions for people who cannot see it.
//!
//! The headings, captions and explanations of a drawing come from its creator. Names of rules,
//! layouts and own houses are English in every language.

use ndoku_core::HighlightRole;

/// The words of a language.
#[derive(Debug)]
pub(crate) struct Words {
    /// The code of the language, by ISO 639-1.
    code: &'static str,
    pattern: &'static str,
    base: &'static str,
    cover: &'static str,
    fin: &'static str,
    pivot: &'static str,
    on: &'static str,
    off: &'static str,
    group: &'static str,
    placed: &'static str,
    eliminated: &'static str,
    pub(crate) strong_link: &'static str,
    pub(crate) weak_link: &'static str,
    pub(crate) strong_links: &'static str,
    pub(crate) weak_links: &'static str,
    pub(crate) row: &'static str,
    pub(crate) rules: &'static str,
    /// Between a digit and its cell: `5 in r1c2`.
    pub(crate) within: &'static str,
    pub(crate) and: &'static str,
    /// Between the ends of a link.
    pub(crate) to: &'static str,
    /// The first words of the names of houses, in English and in the language.
    houses: &'static [(&'static str, &'static str)],
}

/// The words of all languages, English first.
static LANGUAGES: [Words; 3] = [
    Words {
        code: "en",
        pattern: "pattern",
        base: "base",
        cover: "cover",
        fin: "fin",
        pivot: "pivot",
        on: "true",
        off: "false",
        group: "group",
        placed: "placed",
        eliminated: "ruled out",
        strong_link: "strong link",
        weak_link: "weak link",
        strong_links: "strong links",
        weak_links: "weak links",
        row: "row",
        rules: "rules",
        within: "in",
        and: "and",
        to: "to",
        houses: &[],
    },
    Words {
        code: "de",
        pattern: "Muster",
        base: "Basis",
        cover: "Abdeckung",
        fin: "Flosse",
        pivot: "Drehpunkt",
        on: "wahr",
        off: "falsch",
        group: "Gruppe",
        placed: "gesetzt",
        eliminated: "ausgeschlossen",
        strong_link: "starke Verknüpfung",
        weak_link: "schwache Verknüpfung",
        strong_links: "starke Verknüpfungen",
        weak_links: "schwache Verknüpfungen",
        row: "Zeile",
        rules: "Regeln",
        within: "in",
        and: "und",
        to: "zu",
        houses: &[
            ("row", "Zeile"),
            ("column", "Spalte"),
            ("box", "Box"),
            ("region", "Region"),
            ("window", "Fenster"),
            ("disjoint group", "Gruppe"),
            ("color", "Farbe"),
            ("extra house", "Zusatzeinheit"),
            ("cage", "Käfig"),
            ("main diagonal", "Hauptdiagonale"),
            ("anti-diagonal", "Gegendiagonale"),
            ("center-dot", "Einheit der Mittelpunkte"),
            ("asterisk", "Stern"),
            ("girandola", "Girandola"),
        ],
    },
    Words {
        code: "es",
        pattern: "patrón",
        base: "base",
        cover: "cobertura",
        fin: "aleta",
        pivot: "pivote",
        on: "verdadero",
        off: "falso",
        group: "grupo",
        placed: "colocado",
        eliminated: "descartado",
        strong_link: "enlace fuerte",
        weak_link: "enlace débil",
        strong_links: "enlaces fuertes",
        weak_links: "enlaces débiles",
        row: "fila",
        rules: "reglas",
        within: "en",
        and: "y",
        to: "a",
        houses: &[
            ("row", "fila"),
            ("column", "columna"),
            ("box", "caja"),
            ("region", "región"),
            ("window", "ventana"),
            ("disjoint group", "grupo disjunto"),
            ("color", "color"),
            ("extra house", "unidad adicional"),
            ("cage", "jaula"),
            ("main diagonal", "diagonal principal"),
            ("anti-diagonal", "diagonal secundaria"),
            ("center-dot", "unidad de los centros"),
            ("asterisk", "asterisco"),
            ("girandola", "girándula"),
        ],
    },
];

impl Words {
    /// Returns the words of a language, or the English words for an unknown code.
    pub(crate) fn of(code: &str) -> &'static Self {
        let known = LANGUAGES.iter().find(|words| words.code == code);
        known.unwrap_or(&LANGUAGES[0])
    }

    /// Returns the name of a role. A group has its number.
    pub(crate) fn role(&self, role: HighlightRole) -> String {
        let name = match role {
            HighlightRole::Pattern => self.pattern,
            HighlightRole::Base => self.base,
            HighlightRole::Cover => self.cover,
            HighlightRole::Fin => self.fin,
            HighlightRole::Pivot => self.pivot,
            HighlightRole::On => self.on,
            HighlightRole::Off => self.off,
            HighlightRole::Placed => self.placed,
            HighlightRole::Eliminated => self.eliminated,
            HighlightRole::Group(number) => {
                return format!("{} {}", self.group, u16::from(number) + 1);
            }
        };
        name.to_owned()
    }

    /// Returns the name of a house. Names that a layout gives its own houses stay as they are.
    pub(crate) fn house(&self, name: &str) -> String {
        let translated = self.houses.iter().find_map(|(from, to)| {
            let rest = name.strip_prefix(from)?;
            let is_whole = rest.is_empty() || rest.starts_with(' ') && !rest[1..].contains(' ');
            is_whole.then(|| format!("{to}{rest}"))
        });
        translated.unwrap_or_else(|| name.to_owned())
    }
}

/// Capitalizes the first letter.
pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_and_roles_have_names_in_each_language() {
        let names = |name: &str| ["en", "de", "es", "fr"].map(|code| Words::of(code).house(name));
        assert_eq!(names("row 3"), ["row 3", "Zeile 3", "fila 3", "row 3"]);
        assert_eq!(
            names("disjoint group 4")[1..3],
            ["Gruppe 4", "grupo disjunto 4"]
        );
        assert_eq!(names("main diagonal")[1], "Hauptdiagonale");
        // Own houses, whose names only begin like others.
        assert_eq!(names("rows of the house")[1], "rows of the house");
        assert_eq!(names("box of my aunt")[1], "box of my aunt");
        assert_eq!(Words::of("de").role(HighlightRole::Group(1)), "Gruppe 2");
        assert_eq!(capitalize("über"), "Über");
    }
}
