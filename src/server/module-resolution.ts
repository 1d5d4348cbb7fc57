import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module'

/**
 * A package whose list of exports is so long (130 kB) that Node, which reads the list again for each module inside and
 * for each import from outside, spends half of the start on it, and 150 MB.
 */
const PACKAGE = 'drizzle-orm'
const INSIDE = `/node_modules/${PACKAGE}/`

/** Where zod names its messages in every language, 63 modules: nobody asks for another than the one that it begins with. */
const LANGUAGES = { of: '/node_modules/zod/v4/', all: '../locales/index.js', ours: '../locales/en.js' }

/**
 * Lets modules of that package be found without reading its list of exports each time, and one language of zod stand for all. To be
 * called before they are.
 */
export function shortenResolution(): void {
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, resolveAsUsual) {
      if (isNeighbour(specifier, context)) return neighbour(specifier, context.parentURL)
      if (isEveryLanguage(specifier, context)) return neighbour(LANGUAGES.ours, context.parentURL)
      if (!isEntry(specifier, context)) return resolveAsUsual(specifier, context)
      const known = found.get(specifier) ?? { ...resolveAsUsual(specifier, context), shortCircuit: true }
      found.set(specifier, known)
      return known
    },
  })
}

/** One module of the package names another: all that end in `.js` are ES modules. */
function isNeighbour(specifier: string, { parentURL = '' }: ResolveHookContext): boolean {
  return specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.includes(INSIDE)
}

function isEveryLanguage(specifier: string, { parentURL = '' }: ResolveHookContext): boolean {
  return specifier === LANGUAGES.all && parentURL.includes(LANGUAGES.of)
}

function neighbour(specifier: string, parentURL: string | undefined): ResolveFnOutput {
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
}

/** Somebody imports from the package, which is installed once. */
function isEntry(specifier: string, { conditions }: ResolveHookContext): boolean {
  return conditions.includes('import') && (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`))
}
