import pg from 'pg'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { stepIds } from '#features/applications/rules/wizard/steps.ts'

/** Parts of names; the first of a list is far more frequent than the last. */
const FIRST_NAMES =
  'Thandiwe Sipho Naledi Johan Lerato Pieter Ayesha Zanele Ruan Fatima David Emma Thabo Nomsa Carmen Kagiso Busisiwe Hendrik Anika Yusuf Priya Kavitha Mandla Lindiwe Bongani Palesa Tshepo Karabo Nokuthula Sibusiso Annelie Francois Chantal Riaan Imraan Zoë René Amahle Siyabonga Refilwe Gerhard Marlene Themba Ntombi Vusi Sanele Dineo Katlego Mpho Lwazi Charl Ilse Nandi Ofentse Precious Rashid Shireen Tarryn Unathi Willem'.split(
    ' ',
  )
const LAST_NAMES =
  'Nkosi,Dlamini,van der Merwe,Naidoo,Khumalo,Botha,Mokoena,Pillay,Mthembu,Pretorius,Patel,Molefe,Jacobs,Davids,Ndlovu,Sithole,Radebe,Fortuin,van Wyk,Govender,Zulu,Mahlangu,Coetzee,Nel,Venter,Smith,Williams,Adams,Petersen,Hendricks,Moodley,Reddy,Maharaj,Chetty,Mabaso,Cele,Ngcobo,Buthelezi,Gumede,Zwane,Masondo,Shabangu,Tshabalala,Motaung,Letsoalo,Maseko,Baloyi,Chauke,Ramaphala,Sebola,du Plessis,Steyn,Kruger,Fourie,de Villiers,Swanepoel,Viljoen,Joubert,le Roux,Malan,Marais,O’Hara,Abrahams,Isaacs,Cassim,Essop,Omar,Vawda,Mngadi,Xaba'.split(
    ',',
  )
const MANAGERS = 500
/** Ten years of applications; those of the last days are in progress. */
const SPAN_DAYS = 3650

/** Rows as in a real firm: shared names, unique email addresses, missing values. */
const PEOPLE = `create temp table people as
  select number, first_name || ' ' || last_name as full_name, chance, other_chance, third_chance, began_at,
    managers.ids[1 + floor(power(random(), 2) * cardinality(managers.ids))::int] as manager_id,
    (lpad(to_hex((extract(epoch from began_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(number::text), 1, 3)
      || '8' || substr(md5(number::text), 4, 15))::uuid as id
  from (
    select number, now() - ((1 - number::float8 / $1) * interval '${SPAN_DAYS} days') as began_at,
      ($2::text[])[1 + floor(power(random(), 1.5) * cardinality($2::text[]))::int] as first_name,
      ($3::text[])[1 + floor(power(random(), 2) * cardinality($3::text[]))::int] as last_name,
      random() as chance, random() as other_chance, random() as third_chance
    from generate_series(1, $1::int) number
  ) people, (select array_agg(id) as ids from users where role = 'wealth_manager') managers`

const CLIENTS = `insert into users (id, username, role, full_name, wealth_manager_id, created_at)
  select id, translate(fold_text(full_name), ' ’', '.') || number || '@bench.example', 'client',
    case when chance < 0.95 then full_name end, case when other_chance < 0.97 then manager_id end, began_at
  from people`

/** All answers, so that rows are as wide as real ones. */
const ANSWERS = `jsonb_build_object('salutation', 'ms', 'fullName', users.full_name, 'dateOfBirth', '1980-01-01',
    'maritalStatus', 'single', 'marriageType', null, 'hasChildren', false, 'childrenDetails', '[]'::jsonb,
    'idDocumentType', 'id', 'idNumber', null, 'issuingCountry', 'za', 'nationality', 'za',
    'highestEducation', 'matric', 'professionalMemberCode', null,
    'mobileNumber', case when third_chance < 0.9 then '+27' || (600000000 + (third_chance * 299999999)::int) end,
    'emailAddress', users.username, 'smoker', false, 'country', 'South Africa', 'addressLine1', '12 Kloof Street',
    'addressLine2', null, 'addressLine3', null, 'city', 'Cape Town', 'stateProvince', 'Western Cape',
    'postalCode', '8001', 'occupation', 'Civil engineer', 'industry', null, 'employerName', 'Table Bay Engineering',
    'annualIncome', '860000', 'taxIncomeNumber', null, 'medicalAidCompany', 'Discovery Health',
    'medicalAidPlan', 'Classic Saver', 'hasWill', false, 'willInstitution', null,
    'assets', case when third_chance < 0.1 then '{}'::jsonb else jsonb_build_object(
      'savingsAccounts', round((third_chance * 1e6)::numeric, 2),
      'primaryResidence', round((other_chance * 4e6)::numeric, 2)) end,
    'liabilities', case when third_chance < 0.3 then '{}'::jsonb else jsonb_build_object(
      'primaryResidenceBond', round((other_chance * 3e6)::numeric, 2)) end)`

/** Foreign keys would look up each row; here their indexes are created afterwards. */
const REFERENCE = `translate(lpad(to_hex(number % 65536), 4, '0'), '0123456789abcdef', '23456789HKMQRWXY')
    || 2 + number / 65536 / 8 || 2 + number / 65536 % 8`

const APPLICATIONS = `insert into applications (id, user_id, reference, status, current_step, version, wealth_manager_id, answers,
    confirmations, created_at, updated_at, submitted_at, status_changed_at, onboarded_at, cancelled_at)
  select people.id, people.id, ${REFERENCE}, chosen.status,
    case chosen.status when 'draft' then ($3::text[])[1 + floor(third_chance * cardinality($3::text[]))::int] else 'success' end,
    5, users.wealth_manager_id, ${ANSWERS}, '{}', began_at, began_at,
    case when chosen.status not in ('draft', 'cancelled') then began_at + interval '5 days' end, began_at,
    case chosen.status when 'onboarded' then began_at + interval '12 days' end,
    case chosen.status when 'cancelled' then began_at + interval '9 days' end
  from people join users on users.id = people.id,
    lateral (select case when number > 0.97 * $1::int
      then ($2::text[])[1 + floor(chance * 4)::int]
      else ($2::text[])[1 + floor(chance * cardinality($2::text[]))::int] end as status) chosen
  order by number`

/**
 * Correction requests: half of the applications under review wait for the client, a fifth for staff; a third of all
 * clients were asked once, a tenth of those twice. Their encrypted texts are never read.
 */
const ROUNDS = `insert into correction_rounds (id, application_id, number, state, created_at, asked_at, due_on, answered_at, closed_at)
  select gen_random_uuid(), application.id, each.number, each.state, asked.at, asked.at, (asked.at + interval '14 days')::date,
    case when each.state <> 'asked' then asked.at + each.number * interval '30 hours' end,
    case when each.state in ('accepted', 'asked-again') then asked.at + each.number * interval '40 hours' end
  from people join applications application on application.id = people.id,
    lateral (
      select 1 as number, case when other_chance < 0.5 then 'asked' else 'answered' end as state
      where application.status = 'under_review' and number > 0.97 * $1::int and other_chance < 0.7
      union all select 1, case when third_chance < 0.1 then 'asked-again' else 'accepted' end
      where application.status = 'onboarded' and third_chance < 0.33
      union all select 2, 'accepted' where application.status = 'onboarded' and third_chance < 0.033
    ) each,
    lateral (select began_at + (4 + 2 * each.number) * interval '1 day' as at) asked`

const ROUND_ITEMS = `insert into correction_items (id, round_id, kind, path, reason, created_at, words)
  select gen_random_uuid(), round.id, 'answer', path, reason, round.created_at, ''
  from correction_rounds round, (values ('city', 'incomplete'), ('annualIncome', 'does-not-agree'),
    ('idNumber', 'other')) as item (path, reason)`

/** Due diligence tasks: most clients have all accepted, some papers expire soon, and one in a hundred is exposed. */
const TASKS = `insert into due_diligence_tasks (id, application_id, task, state, version, decided_at, renew_from, expires_on,
    outdated, needs_approval)
  select gen_random_uuid(), application.id, task,
    case when third_chance < 0.7 then 'accepted' when task = 'bank' then 'handed-in' else 'open' end, 1, began_at,
    case when task = 'identity' then current_date + (chance * 1500)::int end,
    case when task = 'identity' then current_date + (chance * 1500)::int + 30 end, false, other_chance < 0.01
  from people join applications application on application.id = people.id,
    unnest('{identity,address,bank,funds,exposure,tax}'::text[]) task
  where application.status in ('submitted', 'under_review', 'approved', 'onboarded') and third_chance < 0.9`

/**
 * Fills an empty database with generated applications in bulk. Triggers are disabled; what they
 * derive comes from the same function.
 *
 * @param ownerUrl of a superuser, as the embedded database's owner is
 */
export async function seedApplications(ownerUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '256MB'; select setseed(0.42)",
    )
    await client.query(
      `insert into users (id, username, role, full_name, created_at)
       select gen_random_uuid(), 'manager' || number || '@bench.example', 'wealth_manager', 'Manager ' || number, now()
       from generate_series(1, $1::int) number`,
      [MANAGERS],
    )
    await withoutIndexes(client, async () => {
      await client.query(PEOPLE, [count, FIRST_NAMES, LAST_NAMES])
      await client.query(CLIENTS)
      // Most clients are onboarded, so that status is four times as frequent as the others.
      const onboardedOften = [...applicationStatuses, 'onboarded', 'onboarded', 'onboarded']
      await client.query(APPLICATIONS, [count, onboardedOften, stepIds])
      await client.query(ROUNDS, [count])
      await client.query(ROUND_ITEMS)
      await client.query(TASKS)
      await client.query('select summarise(array(select id from applications))')
    })
    await client.query('drop table people')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Creating indexes after filling the tables takes a fifth of the time. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('users', 'applications', 'application_summaries') and indexname not like '%_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  await fill()
  for (const { definition } of indexes) await client.query(definition)
}
