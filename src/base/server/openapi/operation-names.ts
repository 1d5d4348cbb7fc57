import { z } from 'zod'

/** What a call answers: a schema, or how. */
type Answer = z.ZodType | 'file' | 'redirect' | 'nothing'

/** First words of paths that say what a POST does; other paths name what it creates. */
const VERBS = new Set(
  `ask call change clear complete confirm displayed dry find hand keep login logout notify pause publish register
   reopen request resend reset restore resume send sign start submit test undo withdraw`.split(/\s+/u),
)

const LAST_S = /s$/u
/** What one call creates several of. */
const PLURAL = /(?:options|codes|checks)$/u

function pascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('ss') || word === 'address' ? word : word.replace(LAST_S, '')
}

/**
 * The name of a call for generated clients: `listApplications`, `getApplication`, `submitApplication`. Derived from
 * method and path, so that it stays as long as these do.
 */
export function operationName(key: string, answer: Answer): string {
  const [method = '', path = ''] = key.split(' ')
  const segments = path.split('/').filter((segment) => !['', 'api', 'v1'].includes(segment))
  // A collection that is followed by an id is one of its members.
  const parts = segments.flatMap((segment, index) => {
    if (segment.startsWith('{')) return []
    const next = segments[index + 1] ?? ''
    return [next.startsWith('{') && next !== '{path}' ? singular(segment) : segment]
  })
  const last = parts.at(-1) ?? ''
  const [verb = ''] = last.split('-')
  if (method === 'POST' && VERBS.has(verb)) {
    const rest = parts.slice(0, -1).map(pascal).join('')
    const name = pascal(last)
    return name.charAt(0).toLowerCase() + name.slice(1) + rest
  }
  const noun = method === 'POST' && !PLURAL.test(last) ? [...parts.slice(0, -1), singular(last)] : parts
  return prefixOf(method, answer) + noun.map(pascal).join('')
}

function prefixOf(method: string, answer: Answer): string {
  if (method === 'GET' && answer === 'file') return 'download'
  if (method === 'GET' && answer === 'redirect') return 'open'
  if (method === 'GET') return answer instanceof z.ZodArray ? 'list' : 'get'
  return { POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' }[method] ?? method.toLowerCase()
}

/** The name of a schema: what a read is named after, or the call with its part. */
export function schemaName(operation: string, part: 'Request' | 'Answer'): string {
  const read = /^(?<prefix>list|get)(?<noun>.+)$/u.exec(operation)
  if (part === 'Answer' && read?.groups !== undefined) {
    const { prefix, noun = '' } = read.groups
    return prefix === 'list' ? singular(noun) : noun
  }
  return operation.charAt(0).toUpperCase() + operation.slice(1) + part
}
