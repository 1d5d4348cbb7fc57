import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The process of a mail server that accepts everything. */
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.resume()
    stream.once('end', () => done())
  },
})
smtp.listen(0, '127.0.0.1', () => process.send?.((smtp.server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
