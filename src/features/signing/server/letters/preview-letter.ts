import type { LetterContent } from '#features/signing/rules/letter/content.ts'
import { placeholders } from '#features/brand/rules/wording.ts'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { contentFor, draftTemplate, factsOf, managersWithLetters, requireLength } from './letter-content.ts'

/** A person has one preview made, and one waiting. */
const previews = createOwnerQueues({ width: 1, maxWaiting: 1, whenFull: tooMuchAtOnce })

/**
 * Makes the letter with the settings as they are, published or not, marked as a draft. Nothing is stored.
 *
 * @param managerId whose letter; a made-up manager's if left out
 * @throws DomainError not-found for a user who is no active wealth manager, conflict
 * (409) for a text that is too long, throttled (429) for more than two at once
 */
export async function previewLetter(act: CommandContext, managerId: string | undefined): Promise<Buffer> {
  const { settings } = act.context
  const content =
    managerId === undefined ? exampleContent(act.context) : await contentOf(act.context, managerId)
  requireLength(content.template)
  const facts = factsOf(settings, content, { issuedOn: act.now, version: null })
  const { userId } = act.actor
  return previews.run(userId, () => makeFaisLetter(facts, userId))
}

async function contentOf(
  { settings, database }: CommandContext['context'],
  managerId: string,
): Promise<LetterContent> {
  const [manager] = await managersWithLetters(database.db, managerId)
  if (manager === undefined) throw notFound()
  return contentFor(settings, draftTemplate(settings), manager)
}

function exampleContent({ settings }: Pick<CommandContext['context'], 'settings'>): LetterContent {
  const template = draftTemplate(settings)
  const { identity, contacts } = settings.firm.values
  return {
    template,
    firm: { identity, contacts },
    manager: {
      name: placeholders.managerName.example,
      email: 'manager@firm.example',
      phone: placeholders.managerPhone.example,
      profile: {
        qualifications: 'BCom (Financial Planning), CFP®',
        experience: 'Fourteen years of advice to private clients',
        capacity: 'mandate',
        appointedOn: '2017-03-01',
        services: template.letterFacts.services,
        supervised: 'no',
        supervisor: '',
      },
    },
  }
}
