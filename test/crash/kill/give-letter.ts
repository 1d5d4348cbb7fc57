import pg from 'pg'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makePdf } from '#test/support/files.ts'
import { besideServer } from './beside-server.ts'
import type { Deployment } from './site.ts'

/**
 * Assigns a manager with a letter to each new user, because signing needs one. A database trigger does it in the
 * transaction of the registration, which a kill may hit at any time. User ids replace the mailed confirmation tokens.
 */
export async function giveLetter(site: Deployment): Promise<void> {
  await besideServer(site, async (context) => {
    const { id } = await makeUser(context, { role: 'wealth_manager' })
    await makeFaisDocument(context, { managerId: id, bytes: await makePdf({ text: 'A letter to sign' }) })
    const owner = new pg.Client({ connectionString: context.database.ownerUrl })
    await owner.connect()
    await owner.query(`
      create function give_manager() returns trigger language plpgsql as
        $$ begin new.wealth_manager_id := '${id}'; return new; end $$;
      create trigger give_manager before insert on applications
        for each row execute function give_manager();
      create trigger give_manager before insert on users
        for each row when (new.role = 'client') execute function give_manager();
      create function let_the_link_be_known() returns trigger language plpgsql as
        $$ begin new.token_hash := sha256(new.user_id::text::bytea); return new; end $$;
      create trigger let_the_link_be_known before insert on address_confirmations
        for each row execute function let_the_link_be_known();`)
    await owner.end()
  })
}
