import { z } from 'zod'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { withoutInvisible } from '#base/rules/input/tidy.ts'
import {
  formatPhoneNumber,
  PHONE_NUMBER_NEEDED,
  toPhoneNumber,
} from '#base/rules/south-africa/phone-number.ts'
import { dateText } from './letter/date-text.ts'
import { letterTextProblem } from './letter/markup.ts'
import { parseServices } from './letter/services.ts'
import { isSpan, parseClosedDays } from './office.ts'
import { fieldsOf, type FirmField, type FirmSection } from './sections.ts'
import { isWorded, placeholderProblem, placeholdersOf } from './wording.ts'

const MAX_LENGTH = 200
/** Characters that end or quote a name in a mail header, or begin an element. Line breaks are control characters. */
const NOT_IN_LINES = /[<>"]/u

function line(max = MAX_LENGTH) {
  return lineOfText(max).refine((text) => !NOT_IN_LINES.test(text), 'Please leave out < > and "')
}

function prose(max = MAX_LENGTH) {
  return proseText(max)
    .overwrite(withoutInvisible)
    .refine((text) => !/[<>]/u.test(text), 'Please leave out < and >')
}

/** An https address without a user name; http only on this machine. */
function isSafeLink(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
}

const isEmail = (text: string) => z.email().safeParse(text).success

/** Text with the placeholders of its mail. */
function worded(schema: z.ZodType<string>, section: FirmSection): z.ZodType<string> {
  const allowed = isWorded(section) ? placeholdersOf(section) : []
  return schema.superRefine((text, context) => {
    const message = placeholderProblem(text, allowed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

function schemaOf({ kind, min = 1, max, choices }: FirmField, section: FirmSection): z.ZodType<string> {
  switch (kind) {
    case 'line':
      return line(max)
    case 'lines':
      return prose(max)
    case 'letter':
      return prose(max).superRefine((text, context) => {
        const message = letterTextProblem(text)
        if (message !== null) context.addIssue({ code: 'custom', message })
      })
    case 'services':
      return line(300).refine((text) => parseServices(text) !== null, 'Please choose the services again')
    case 'hours':
      return line(max).refine(isSpan, 'Please enter hours such as 08:00-17:00, or leave it empty when closed')
    case 'closed-days':
      return prose(max).refine(
        (text) => parseClosedDays(text) !== null,
        'Please begin every line with a date such as 2026-12-24',
      )
    case 'count':
      return line(3).refine(
        (text) => /^(?:0|[1-9]\d*)$/u.test(text) && Number(text) >= min && Number(text) <= (max ?? 999),
        `Please enter a number from ${min} to ${max}`,
      )
    case 'date':
      return dateText
    case 'email':
      return line().refine(
        (text) => text === '' || isEmail(text),
        'Please enter an email address such as help@firm.co.za',
      )
    case 'phone':
      return line(30)
        .refine((text) => text === '' || toPhoneNumber(text) !== null, PHONE_NUMBER_NEEDED)
        .transform((text) => formatPhoneNumber(toPhoneNumber(text) ?? ''))
        .pipe(z.string())
    case 'url':
      return line()
        .overwrite((text) => (/^www\./iu.test(text) ? `https://${text}` : text))
        .refine(
          (text) => text === '' || isSafeLink(text),
          'Please enter an address that begins with https://',
        )
    case 'digits':
      return line(20)
        .overwrite((text) => text.replace(/^FSP\s*(?:no\.?)?\s*/iu, ''))
        .refine(
          (text) => /^\d*$/u.test(text) && text.length <= (max ?? MAX_LENGTH),
          `Please use digits only, at most ${max}`,
        )
    case 'prefix':
      return line(max).refine(
        (text) => text === '' || /^[A-Z]{2,5}$/u.test(text),
        'Please use 2 to 5 capital letters, such as PPW',
      )
    case 'wording-line':
      return worded(line(max), section)
    case 'wording':
      return worded(prose(max), section)
    case 'colour':
      return line(7)
        .toLowerCase()
        .refine(
          (text) => text === '' || /^#[0-9a-f]{6}$/u.test(text),
          'Please enter a colour such as #17392f',
        )
    case 'picture':
      return line().refine((text) => text === '' || /^[0-9a-f]{64}$/u.test(text), 'Please upload a picture')
    case 'choice':
      return z.enum(Object.keys(choices ?? {}) as [string, ...string[]], {
        error: 'Please choose one of the options',
      })
  }
}

/** Checks some values of a section. Unknown fields are rejected. */
export function sectionSchema(section: FirmSection) {
  const schemas = Object.entries(fieldsOf(section)).map(
    ([name, field]) => [name, schemaOf(field, section).optional()] as const,
  )
  return z.strictObject(Object.fromEntries(schemas))
}
