/**
 * Terms that nobody would search for, and what to write instead. `pattern` is held against single lines of comments, Markdown and
 * texts, or against an identifier split into lower-case words.
 */

/** In comments, Markdown, test names, logs and user-facing texts. */
export const TEXT_TERMS = [
  { pattern: /\b(?:some|no|every|any)body\b/iu, use: 'say who: user, client, caller, "no one", "anyone"' },
  { pattern: /\bwho(?:so)?ever\b/iu, use: 'say who: "users that ..."' },
  { pattern: /\bphotograph(?:s|ed|ing)?\b/iu, use: 'screenshot (of a screen), photo (of a document)' },
  { pattern: /\b(?:anew|of itself)\b/iu, use: 'again' },
  { pattern: /\b(?:by|of) (?:itself|themselves)\b/iu, use: 'automatically' },
  { pattern: /\b(?:go|goes|went|going) on\b/iu, use: 'continue' },
  { pattern: /\b(?:come|comes|came) of\b/iu, use: 'result' },
  { pattern: /\b(?:comes?|came|coming) to be\b/iu, use: 'is created' },
  { pattern: /\bin(?:to)? the place of\b/iu, use: 'replaces, instead of' },
  { pattern: /\b(?:is|are|was|were|be|been|being|gets?) told\b/iu, use: 'is notified, receives an error' },
  { pattern: /\btall(?:y|ies)\b/iu, use: 'counter' },
  {
    pattern: /\b(?:crew|deeds?|patience|outlet|rehearse[sd]?|rehearsal|basket)\b/iu,
    use: 'see the glossary',
  },
  { pattern: /\bhalf-open\b(?! connection)/iu, use: 'slow request' },
  { pattern: /\bsteady time\b/iu, use: 'constant time' },
  { pattern: /\bin the clear\b/iu, use: 'plaintext' },
  { pattern: /\bfetched ahead\b/iu, use: 'prefetched' },
  { pattern: /\bwithout trace\b/iu, use: 'rolled back' },
  {
    pattern: /\bwithin(?: its| their| the caller's)? reach\b|\bout of reach\b/iu,
    use: 'in scope, out of scope',
  },
  { pattern: /\b(?:take|takes|took|taken|taking) back\b/iu, use: 'undo' },
  { pattern: /\bbad days?\b/iu, use: 'fault-injection test' },
  {
    pattern: /\bmoments?\b(?<!a moment)(?<!one moment)(?<!any moment)(?<!at the moment)/iu,
    use: 'time, timestamp',
  },
  { pattern: /\b(?:lies|stands)\b(?! (?:for|out|in for|as security)\b)/iu, use: 'is, is stored' },
  { pattern: /\bhot statements?\b/iu, use: 'prepared statement' },
  { pattern: /\b(?:in|a|this|that|each|every|other|own) (?:room|floor|house)s?\b/iu, use: 'module, layer' },
  { pattern: /\bcannot come (?:there|to)\b/iu, use: 'cannot be moved to' },
  { pattern: /\b(?:does|do) not agree with\b/iu, use: 'does not match' },
  {
    pattern: /(?<!\b(?:now|no longer|will) )\blook(?:s|ed|ing)? after\b/iu,
    use: 'manage, is responsible for',
  },
]

/** In names of files, functions, types, variables and properties. */
export const IDENTIFIER_TERMS = [
  { pattern: /\b(?:somebody|nobody|nobodys|everybody|whoever)\b/u, use: 'anonymous, no one' },
  { pattern: /\bphotographs?\b|\bphotographed\b/u, use: 'screenshot, photo' },
  { pattern: /\bplaces?\b|\bplaced\b/u, use: 'position, slot, location, cursor, index' },
  { pattern: /\bmoments?\b/u, use: 'timestamp, time' },
  { pattern: /\b(?:told|tell|tells|telling)\b/u, use: 'notify, report, parse' },
  { pattern: /\btall(?:y|ies)\b/u, use: 'counter' },
  { pattern: /\breach\b/u, use: 'scope' },
  { pattern: /\brefusals?\b/u, use: 'DomainError' },
  { pattern: /\bkept\b/u, use: 'stored, cached, saved' },
  { pattern: /\bheld\b/u, use: 'pending, delayed' },
  { pattern: /\b(?:take|taken) (?:in|back)\b/u, use: 'ingest, undo' },
  {
    pattern: /\b(?:rehearse|rehearsal|crew|relieve|patience|lane|basket|deeds?|outlet|desk|rooms?)\b/u,
    use: 'see the glossary',
  },
  { pattern: /\b(?:walks?|stretch|stretches|wordings?)\b/u, use: 'traversal, editing session, revision' },
  { pattern: /(?<!\bat )\b(?:most|least)\b(?! (?:recent|common|used|frequent))/u, use: 'max, min' },
  { pattern: /\bsteady\b|\bhalf open\b|\banew\b/u, use: 'constant time, slow request, again' },
  { pattern: /\bwords\b/u, use: 'text, label, message, copy' },
  { pattern: /\bseal(?:s|ed|ing|er)?\b/u, use: 'encrypt, encrypted (a seal is the PDF signature)' },
  { pattern: /\bsweeps?\b/u, use: 'cleanup' },
  { pattern: /\b(?:hear|hears|say|says|said|that)\b/u, use: 'a noun for a thing, a verb for an act' },
]

/** Where a term is right: external names, the specification's own words, and seals of PDFs. Each needs a reason. */
export const EXCEPTIONS = [
  // Fields of the API.
  {
    file: /^src\/features\/(?:applications\/api\/asked-round|corrections\/api|signing\/api\/signing|brand\/api)\.ts$/u,
    term: /^(?:places?|basket|wording)$/u,
  },
  // Fields of stored data: the subject of a correction, and details of audit events.
  {
    file: /^src\/features\/(?:applications\/rules\/round\/|audit\/rules\/events\.ts)/u,
    term: /^(?:place|wording)$/u,
  },
  // Fields of API responses and of the client's own data: the date of a statement's text, and the draft of a correction request.
  {
    file: /^src\/features\/(?:(?:wizard|corrections|signing|compliance-file)\/server|accounts\/server\/own|records\/server\/(?:own-data|download))\//u,
    term: /^wording$/u,
  },
  { file: /^src\/features\/corrections\/server\//u, term: /^(?:basket|place)$/u },
  { file: /^src\/app\/server\/site\/broken-pages\.test\.ts$/u, term: /^places$/u },
  // A request that tries to set a field of the database, which the API refuses.
  { file: /^src\/features\/review\/server\/own-views\/own-views\.test\.ts$/u, term: /^place$/u },
  // Fields of API calls and responses, as the client and the tests read them.
  {
    file: /^src\/features\/(?:signing|review|review-page|corrections|records|due-diligence)\/client\//u,
    term: /^(?:basket|wording|seal)$/u,
  },
  { file: /^(?:src\/app\/client\/report-client-error|test\/e2e\/one-number\.e2e)\.ts$/u, term: /^places$/u },
  { file: /^src\/features\/records\/server\/own-data\/twins\.test\.ts$/u, term: /^basket$/u },
  // Audit events, their details and labels.
  {
    file: /^src\/features\/(?:applications|documents)\/rules\/audit-events\.ts$/u,
    term: /^(?:wording|seal)$/u,
  },
  // Columns of the database.
  {
    file: /^src\/(?:features\/(?:access\/schema\/tables|signing\/schema\/signing-schema|applications\/rules\/wizard\/confirmations)|app\/demo\/factories\/applications)\.ts$/u,
    term: /^wording$/u,
  },
  {
    file: /^src\/features\/(?:corrections\/server\/(?:draft-request|open-by-client)|operations\/server\/key-rotation\/encrypted-tables|notes\/server\/(?:view|write))\.ts$/u,
    term: /^words$/u,
  },
  // Fields of the API, columns and draft fields of due diligence.
  {
    file: /(?:due-diligence|inspector-file|demo-pack|features\/approvals\/|(?:audit\/server\/events|http\/scope)\.test|person-with-encrypted-data)/u,
    term: /^(?:words|wording)$/u,
  },
  // A firm's own wording of an email.
  {
    file: /(?:\/(?:firm|brand)\/|mail\/(?:.*\/)?(?:edited-mail|firm-wording|templates)|app\/client\/routes|docs\/firm)/u,
    term: /^(?:wording|wordings)$/u,
  },
  // The text of a decision on a hit, as of approvals, and the parts of a name.
  {
    file: /(?:screening|journeys\/compliance|key-rotation\/|server\/cases\.test|truth\/read-cases)/u,
    term: /^words$/u,
  },
  // A legal hold: records are held beyond the end of their retention. The text of its reason is a column.
  {
    file: /(?:retention|is-held|holds-schema|inspector-file|compliance-file|due-diligence|audit\/rules\/|screening\/rules\/held-against|account-guards|(?:audit\/server\/events|http\/scope)\.test|person-with-encrypted-data|keyed-acts|backup\/backup\.test)/u,
    term: /^(?:held|words)$/u,
  },
  // The rule of this check, quoted.
  { file: /^CONTRIBUTING\.md$/u, term: /^(?:somebody|whoever)$/u },
  {
    file: /^test\/(?:bench\/sealing\.bench|crash\/(?:correction-operations|kill\/corrections)|support\/(?:filed|letters|signing))\.ts$/u,
    term: /^(?:basket|wording)$/u,
  },
  { file: /^test\/support\/person-with-encrypted-data\.ts$/u, term: /^words$/u },
  // An option of Node's `createServer`.
  { file: /^test\/support\/shaky-way\.ts$/u, term: /^half open$/u },
  // The name of a job: `tally-audit-log`.
  { file: /^docs\/operations-reference\.md$/u, term: /^tally$/u },
  // The seal of a signed PDF.
  { file: /^test\//u, term: /^seal(?:ing|er)?$/u },
  {
    file: /^src\/features\/(?:operations\/server\/backup\/backup|corrections\/server\/edges|accounts\/server\/fais-document)\.test\.ts$/u,
    term: /^seal$/u,
  },
  {
    file: /^src\/features\/operations\/server\/(?:system\/(?:protections|certificate\.test)|doctor\/.*)\.ts$/u,
    term: /^seal$/u,
  },
  { file: /^test\/support\/wrong-settings\.ts$/u, term: /^seal$/u },
  { file: /^src\/(?!.*\/client\/).*(?:seal|sign)/u, term: /^seal/u },
  {
    file: /^src\/(?:features\/(?:audit|mail)\/|app\/(?:server|commands|demo)\/|base\/server\/(?:config\/|seal\/|context|http\/trace-requests))/u,
    term: /^seals?$/u,
  },
  {
    file: /^src\/(?:app|base\/server|features\/(?:access|applications|audit|mail)\/server)\/.*\.test\.ts$/u,
    term: /^(?:places|basket)$/u,
  },
  // Columns whose names are associated data of their encryption.
  {
    file: /(?:encrypted-items|encrypted-columns(?:\.test)?|correction-schema|note-schema|demo-round)\.ts$/u,
    term: /^(?:place|words)$/u,
  },
  // The words of a name and of a line of text.
  {
    file: /^src\/(?:features\/sign-in\/rules\/built-on-name|base\/server\/pdf\/type)\.ts$/u,
    term: /^words$/u,
  },
]
