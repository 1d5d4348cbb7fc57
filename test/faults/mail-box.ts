import { startSmtpServer, type ArrivedMail, type TestSmtpServer } from '#test/support/smtp.ts'

/** A real mail server that can be made to fail, and what it took, whatever became of it meanwhile. */
export interface MailBox {
  /** The server's settings for it. */
  environment: Readonly<Record<string, string>>
  /** Everything that arrived, each time that it did. */
  arrived: () => readonly ArrivedMail[]
  messageIds: () => string[]
  /** Ends as a machine does that loses its power. */
  die: () => void
  /** Comes back where it was. */
  revive: () => Promise<void>
  /** Refuses whomever the next mail is for, in this and in every other mail. */
  refuseNextReceiver: () => void
  /** Whom it refuses. */
  refused: () => string | undefined
  /** Takes so many mails, and drops the line in place of saying so. */
  dropLineAfterTaking: (count: number) => void
  /** Whether it did that: such a mail comes once more. */
  mayRepeat: () => boolean
  /** Whether it has finished its command. */
  isDone: () => boolean
  close: () => Promise<void>
}

const NO_SUCH_RECEIVER = 550
const FROM = 'onboarding@firm.example'

/** Opens one that takes everything. */
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
