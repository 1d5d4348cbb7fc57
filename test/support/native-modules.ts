import { registerHooks } from 'node:module'

// Imported first by each process in which Node itself loads the modules of tests (vitest.config.ts).
const PACKAGE = '@node-rs/argon2'
/** Replaces the package in test processes only; servers that they start use the real one. */
const url = new URL('argon2.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, resolveAsUsual) =>
    specifier === PACKAGE
      ? { url, format: 'module-typescript', shortCircuit: true }
      : resolveAsUsual(specifier, context),
})
