/**
 * Refusals of requests that are valid by their schema: what JSON schema cannot say, the document says in words.
 * `refusal` matches the location and the message of an error, `stated` is in the document.
 */
export const acceptedRefusals: readonly { refusal: RegExp; stated: string }[] = [
  // What the service stores, has issued or is connected to.
  {
    refusal: /The cursor was not issued for this list/,
    stated: 'The cursor that the page before has for the next one',
  },
  {
    refusal: /: Value error, no (such )?(evaluator|experiment|review queue|set|conversation)/,
    stated: 'have to exist in the workspace',
  },
  {
    refusal: /conversation_ids: Value error, \d+ conversations do not exist/,
    stated: 'have to exist in the workspace',
  },
  { refusal: /model: (No provider is configured|Unknown model)/, stated: '`model_unknown`: Unknown model.' },
  { refusal: /^query\.confirm: /, stated: 'The exact name of the workspace' },
  { refusal: /the queue is not a random sample/, stated: 'A review queue whose source is a `sample`' },
  { refusal: /no conversation is selected/, stated: 'and selects a conversation at least' },
  // The grammar of filters, cron and time zones, and characters for which dialects of regular expressions have no class.
  { refusal: /created_at needs/, stated: 'a lower and an upper bound of created_at' },
  { refusal: /filter: Value error, at position \d+: /, stated: 'A message filter' },
  { refusal: /text may not hold/, stated: 'Text may not hold NUL characters or lone surrogates' },
  { refusal: /must contain only printable characters/, stated: 'Printable characters' },
  { refusal: /cron: Value error/, stated: 'Minute, hour, day of month, month and day of week' },
  { refusal: /time_zone: Value error/, stated: 'An IANA time zone' },
  // Between the parameters of a query, which OpenAPI describes one by one.
  {
    refusal: /give exactly one of queue_id/,
    stated: 'Exactly one of queue_id, experiment_id, set and filter',
  },
  { refusal: /^query\.baseline_id: /, stated: 'Another experiment, whose rates are subtracted' },
  // Between elements of a list: uniqueness in any letter case or by one field, and what the last one is.
  {
    refusal: /the last message must be from the assistant/,
    stated: 'The last message must be from the assistant',
  },
  { refusal: /the items make \d+ messages/, stated: 'that make one message at least' },
  { refusal: /duplicate id/, stated: 'Ids that differ only in letter case are equal' },
  { refusal: /duplicate field/, stated: 'Fields of the JSON that replies have to be, with different names' },
  { refusal: /duplicate label|is covered by the label/, stated: 'A kind is covered by one of them at most' },
  { refusal: /the finding is in the request before/, stated: 'Reviews of findings of the reply, each once' },
  // At any depth, or of a branch that is named only to be refused.
  { refusal: /the key __proto__ is not allowed/, stated: 'No key may be `__proto__`' },
  {
    refusal: /reasoning_config\..*: Value error, keys may not be empty, begin with/,
    stated: 'Nested keys may not be empty, begin with `$`',
  },
  { refusal: /send the items that it refers to/, stated: 'Not accepted: send the item that it refers to' },
  // OTLP has its own schema; the document has its relevant parts.
  { refusal: /^: The body is not an OTLP export/, stated: 'The body cannot be decoded' },
];
