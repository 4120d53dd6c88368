import type { Annotation, Experiment, ExperimentItem, ExperimentItemDetail } from '../../../packages/client';
import type { NewFinding, Pairing } from '../../../packages/gate';
import { quoteMessages, quoteText } from '../shared/quote';
import type { GateService } from './gate-service';

const MAX_FINDINGS = 5;
/** Each reply is a request; of more new failures, the first ones are read. */
const MAX_READ = 100;

type EvidenceLocation = Annotation['evidence'][number];

interface Finding {
  item: ExperimentItemDetail;
  annotation: Annotation;
}

/**
 * The findings of highest confidence in replies whose counterpart has none, one of each reply, with the text that they
 * were compared with.
 */
export async function listNewFindings(
  service: GateService,
  {
    experiment,
    items,
    pairing,
  }: { experiment: Experiment; items: readonly ExperimentItem[]; pairing: Pairing },
): Promise<NewFinding[]> {
  const { client, signal } = service;
  const clean = pairing.pairs.filter(
    ({ baseline, difference }) => difference > 0 && !baseline.failed.includes(true),
  );
  const ids = new Set(clean.map(({ id }) => id));
  const failed = items.filter((item) => ids.has(item.conversation_id) && (item.issue_count ?? 0) > 0);
  const findings: Finding[] = [];
  for (const { id } of failed.slice(0, MAX_READ)) {
    const item = await client.experiments.getItem(experiment.id, id, { signal });
    const [annotation] = (item.annotations ?? []).toSorted(byConfidence);
    if (annotation !== undefined) findings.push({ item, annotation });
  }
  const best = findings
    .sort((one, other) => byConfidence(one.annotation, other.annotation))
    .slice(0, MAX_FINDINGS);
  return Promise.all(best.map((finding) => toNewFinding(service, experiment, finding)));
}

const confidenceOf = ({ calibrated_confidence: calibrated, confidence }: Annotation) =>
  calibrated ?? confidence ?? 0;

const byConfidence = (one: Annotation, other: Annotation) => confidenceOf(other) - confidenceOf(one);

async function toNewFinding(
  service: GateService,
  { id, system_prompt_override: prompt }: Experiment,
  { item, annotation }: Finding,
): Promise<NewFinding> {
  const [place] = annotation.evidence;
  return {
    case_id: item.conversation_id,
    label: annotation.label,
    confidence: confidenceOf(annotation),
    text: annotation.text,
    reason: annotation.explanation,
    evidence: place === undefined ? null : await quoteEvidence(service, item, place, prompt),
    url: service.urlOf(id, item.id),
  };
}

/** The place in its surroundings. Null if it is not in the first messages of a long conversation. */
async function quoteEvidence(
  { client, signal }: GateService,
  { conversation_id: id, replayed_message_index: replayed }: ExperimentItemDetail,
  place: EvidenceLocation,
  prompt: string | null,
): Promise<string | null> {
  if (place.message_index === replayed) return prompt === null ? null : quoteText(prompt, place);
  const { messages } = await client.conversations.get(id, { omit: 'evaluations' }, { signal });
  return quoteMessages(messages, place);
}
