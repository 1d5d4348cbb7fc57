import type { LetterContent } from '#domain/firm/letter/content.ts'
import { placeholders } from '#domain/firm/wording.ts'
import { makeFaisLetter } from '#server/features/documents/fais-letter/make-fais-letter.ts'
import { notFound } from '#server/platform/domain-error.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import { contentFor, draftTemplate, factsOf, managersWithLetters } from './letter-content.ts'

/**
 * Makes the letter with the settings as they are, published or not, marked as a draft. Nothing is stored.
 *
 * @param managerId whose letter; a made-up manager's if left out
 * @throws DomainError not-found for a user who is no active wealth manager
 */
export async function previewLetter(act: CommandContext, managerId: string | undefined): Promise<Buffer> {
  const { settings } = act.context
  const content =
    managerId === undefined ? exampleContent(act.context) : await contentOf(act.context, managerId)
  return makeFaisLetter(factsOf(settings, content, { issuedOn: act.now, version: null }), act.actor.userId)
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
