import { addBirth, type DraftEntry } from './entry-builder.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DATE =
  /(circa |c\. )?(?:(\d{1,2}) )?(?:(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) )?(\d{4})(?:(?: to |-)(?:circa )?(?:\d{1,2} )?(?:[A-Z][a-z]{2} )?(\d{4}))?/gu

/** Adds the births of remarks ("DOB circa 1961-1963"), or of a field for them. */
export function addOfacBirths(entry: DraftEntry, text: string, label = ''): void {
  for (const [, about, day, month, year, to] of datesAfter(label, text)) {
    addBirth(entry, {
      year,
      to,
      month: month === undefined ? undefined : MONTHS.indexOf(month) + 1,
      day: day === undefined ? undefined : Number(day),
      about: about !== undefined,
    })
  }
}

/** The dates that follow a label at once; every date without a label. */
function datesAfter(label: string, text: string): RegExpExecArray[] {
  return [...text.matchAll(DATE)].filter(({ index }) => text.slice(0, index).endsWith(label))
}
