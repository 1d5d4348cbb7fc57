/** Encodings of CSV files, with their names on screen. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (Western European)',
  'utf-16le': 'UTF-16 (Unicode text of Excel)',
  macintosh: 'Mac',
} as const
export type Encoding = keyof typeof encodingLabels
export const encodings = Object.keys(encodingLabels) as [Encoding, ...Encoding[]]

/** Characters between the columns of CSV files, with their names on screen. */
export const delimiterLabels = { ';': 'Semicolon', ',': 'Comma', '\t': 'Tab', '|': 'Vertical bar' } as const
export type Delimiter = keyof typeof delimiterLabels
export const delimiters = Object.keys(delimiterLabels) as [Delimiter, ...Delimiter[]]
