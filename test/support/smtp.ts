import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export interface ArrivedMail {
  /** Recipients of the envelope. */
  recipients: string[]
  sender: string
  /** The raw message. */
  raw: string
  parsed: Email
}

export interface TestSmtpServer {
  url: string
  port: number
  arrived: ArrivedMail[]
  /** The SMTP code for a recipient or a mail, such as 450 or 550; null accepts it. */
  refuse: { recipient: (address: string) => number | null; mail: (index: number) => number | null }
  /** Called with each accepted mail, before the sender gets the confirmation. */
  whenTaken: (mail: ArrivedMail) => void
  /** Drops every open connection without another byte. New connections are accepted. */
  hangUp: () => void
  /** Stops as in a power failure: no connection gets another byte. */
  kill: () => void
  isUp: () => boolean
  close: () => Promise<void>
}

function rejection(code: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode: code })
}

/** A real SMTP server on loopback. @param port of a stopped server that returns */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const arrived: ArrivedMail[] = []
  const refuse: TestSmtpServer['refuse'] = { recipient: () => null, mail: () => null }
  const sockets = new Set<Socket>()
  let offered = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = refuse.recipient(address)
      done(code === null ? null : rejection(code))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const code = refuse.mail(offered)
        offered += 1
        if (code !== null) return done(rejection(code))
        const raw = Buffer.concat(chunks).toString('latin1')
        void PostalMime.parse(Buffer.concat(chunks)).then((parsed) => {
          const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const mail = { recipients: envelope.rcptTo.map(({ address }) => address), sender, raw, parsed }
          arrived.push(mail)
          smtp.whenTaken(mail)
          done()
        })
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.server.address() as AddressInfo
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  const smtp: TestSmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    arrived,
    refuse,
    whenTaken: () => undefined,
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    kill() {
      smtp.hangUp()
      void close()
    },
    isUp: () => server.server.listening,
    close,
  }
  return smtp
}
