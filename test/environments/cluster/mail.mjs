import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { SMTPServer } from 'smtp-server'

/** The cluster's mail server: stores each mail as a file in a folder. */
const [port, folder] = process.argv.slice(2)

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    const file = path.join(folder, `${new Date().toISOString()}-${randomUUID()}.eml`)
    pipeline(stream, createWriteStream(file)).then(() => done(), done)
  },
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => server.close(() => process.exit(0)))
