import { pathToFileURL } from 'node:url'
import type { Measurement, Scale } from '../measurement.ts'

/** The process of one measurement: receives file and scale, and sends the results to its parent. */
const [file = '', rounds, seconds, keep] = process.argv.slice(2)
const { default: measurement } = (await import(pathToFileURL(file).href)) as { default: Measurement }
const scale: Scale = { rounds: Number(rounds), seconds: Number(seconds), keep }
process.stdout.write(`\n${measurement.name}: ${measurement.about}\n`)
process.send?.({ name: measurement.name, rows: await measurement.measure(scale) })
process.disconnect()
