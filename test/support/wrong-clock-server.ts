/**
 * The product's server on a machine whose clock is ahead by MACHINE_AHEAD_MS milliseconds, for all code in the process.
 */
const aheadMs = Number(process.env['MACHINE_AHEAD_MS'])
const machineNow = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, values: [], asked) =>
    Reflect.construct(target, values.length === 0 ? [machineNow() + aheadMs] : values, asked) as object,
  get: (target, name, asked): unknown =>
    name === 'now' ? () => machineNow() + aheadMs : Reflect.get(target, name, asked),
})

await import('#app/server/main.ts')
