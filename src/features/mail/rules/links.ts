import { withoutEnd } from '#base/rules/input/without-end.ts'

/** Mail programs end a link at these, and some begin another one behind them. */
const PART = /[^\s"'“”‘’(),;|[\]<>]+/gu
const DOMAIN = /[^.]\.[\p{L}\p{M}]{2}/u
const WWW = /www\../iu
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`
const IP_ADDRESS = new RegExp(String.raw`^${OCTET}(?:\.${OCTET}){3}\.?$`, 'u')
/** `\\server\folder`, which Outlook links. */
const SERVER_PATH = /\\\\|^\/\//u
const SCHEME = /^[a-z][a-z\d+.-]*:/iu
const AT_END = /[.:!?*_”’]/u

/**
 * A text as browsers and mail programs read it: compatibility letters and signs are the plain ones (`ⅇvil﹒com`), and
 * invisible characters are nothing.
 */
export function asRead(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
}

/**
 * What a mail program would turn into a link, or a browser would open: addresses with a scheme, www., domains in any
 * script, mail and IP addresses, paths of servers.
 */
export function linksIn(text: string): string[] {
  const forms = new Set([text, asRead(text)])
  return [...forms].flatMap((form) => (form.match(PART) ?? []).filter(isLink))
}

function isLink(part: string): boolean {
  return (
    DOMAIN.test(part) ||
    WWW.test(part) ||
    SERVER_PATH.test(part) ||
    hasScheme(part) ||
    hasAddress(part) ||
    (part.match(/\d[\d.]*/gu) ?? []).some((number) => IP_ADDRESS.test(number))
  )
}

/** A colon after a Latin letter and before anything: `10:30` and `Note:` are none. */
function hasScheme(part: string): boolean {
  const colon = part.indexOf(':')
  return colon !== -1 && colon < part.length - 1 && /[a-z]/iu.test(part.slice(0, colon))
}

function hasAddress(part: string): boolean {
  const at = part.indexOf('@', 1)
  return at !== -1 && at < part.length - 1
}

/** The host of a link; null where programs may differ, and where it is not one of the web or of mail. */
export function hostOfLink(link: string): string | null {
  if (SERVER_PATH.test(link)) return null
  const text = withoutEnd(asRead(link).replace(/^[^\p{L}\p{N}]+/u, ''), AT_END)
  if (SCHEME.test(text)) {
    const url = URL.parse(text)
    return url?.protocol === 'https:' && url.username === '' && !text.includes('\\') ? url.hostname : null
  }
  // Programs differ in what they link of `evil.example@/firm.example` and `www.evil.example@firm.example`.
  const [name = '', address = name, ...more] = text.split('@')
  const isPlain = more.length === 0 && /^[\p{L}\p{N}]/u.test(address)
  if (!isPlain || (text.includes('@') && /^www\./iu.test(name))) return null
  return URL.parse(`https://${address}`)?.hostname ?? null
}
