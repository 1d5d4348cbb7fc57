import { startSmtpServer, type ArrivedMail, type TestSmtpServer } from '#test/support/smtp.ts'

/** A real mail server that can fail, and the mails it accepted. */
export interface MailBox {
  /** Settings of the server. */
  environment: Readonly<Record<string, string>>
  /** Every accepted mail, including duplicates. */
  arrived: () => readonly ArrivedMail[]
  messageIds: () => string[]
  /** Stops as in a power failure. */
  die: () => void
  /** Restarts at the same address. */
  revive: () => Promise<void>
  /** Rejects the next mail's recipient in this and all later mails. */
  refuseNextReceiver: () => void
  /** The rejected address. */
  refused: () => string | undefined
  /** Accepts a number of mails, and drops the connection instead of confirming them. */
  dropLineAfterTaking: (count: number) => void
  /** Whether it did; such a mail is sent again. */
  mayRepeat: () => boolean
  /** Whether the last command is complete. */
  isDone: () => boolean
  close: () => Promise<void>
}

const NO_SUCH_RECEIVER = 550
const FROM = 'onboarding@firm.example'

/** Starts a mail server that accepts everything. */
export async function openMailBox(): Promise<MailBox> {
  const arrived: ArrivedMail[] = []
  let refused: string | undefined
  let refuses = false
  let drops = 0
  let mayRepeat = false
  const open = async (port?: number): Promise<TestSmtpServer> => {
    const opened = await startSmtpServer(port)
    opened.refuse.recipient = (address) => {
      if (refuses) refused ??= address
      return address === refused ? NO_SUCH_RECEIVER : null
    }
    opened.whenTaken = (mail) => {
      arrived.push(mail)
      if (drops === 0) return
      drops -= 1
      opened.hangUp()
    }
    return opened
  }
  let smtp = await open()
  const messageIdOf = ({ parsed }: ArrivedMail) => parsed.messageId ?? ''
  return {
    environment: { SMTP_URL: smtp.url, MAIL_FROM: FROM },
    arrived: () => arrived,
    messageIds: () => arrived.map(messageIdOf),
    die: () => smtp.kill(),
    async revive() {
      smtp = await open(smtp.port)
    },
    refuseNextReceiver() {
      refuses = true
    },
    refused: () => refused,
    dropLineAfterTaking(count) {
      drops = count
      mayRepeat = true
    },
    mayRepeat: () => mayRepeat,
    isDone: () => drops === 0 && (!refuses || refused !== undefined),
    async close() {
      smtp.hangUp()
      await smtp.close()
    },
  }
}
