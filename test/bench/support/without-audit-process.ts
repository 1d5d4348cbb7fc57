import { registerHooks } from 'node:module'

/** Loaded into a measured server to disable the audit log. The product has no such switch. */
const RECORDING = '#features/audit/server/with-audit.ts'
const NOT_RECORDING = new URL('without-audit.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === RECORDING ? { url: NOT_RECORDING, shortCircuit: true } : next(specifier, context),
})
