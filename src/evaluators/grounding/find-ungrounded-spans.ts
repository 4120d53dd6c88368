import { partText } from '../../conversations/message';
import { codePointConverter } from '../../text/code-points';
import type { Annotation, EvaluationInput } from '../evaluator';
import { checkDates, scanDates } from './dates';
import {
  conversationTexts,
  type Evidence,
  evidenceTexts,
  hasUnreadableEvidence,
  indexEvidence,
  statesSomething,
} from './evidence';
import { type Finding, mergeFindings } from './finding';
import { checkLinks, scanLinks } from './links';
import { checkNames } from './names';
import { checkNumbers } from './numbers';
import { checkQuotes } from './quotes';
import { checkRefusal } from './refusal';
import { blankOut, scanCodeBlocks, scanListMarkers } from './regions';
import { checkTimes, scanTimes } from './times';
import { checkToolArguments } from './tool-arguments';

/** What was found in the last message, and whether there was anything to compare it with. */
export interface UngroundedSpans {
  /** Ordered by part and start, disjoint; only labels of the issue config. */
  annotations: Annotation[];
  /** False when the conversation states nothing or the reply has nothing to check. */
  hasBasis: boolean;
}

/**
 * Compares the last message with what the messages before it, the domain context and, for arguments, the tool
 * definitions say. Pure and synchronous, never throws; the time grows linearly with the text. Text is judged in
 * parts of type text and refusal; reasoning is not shown to users and is left alone.
 */
export function findUngroundedSpans({ messages, tools, issueConfig }: EvaluationInput): UngroundedSpans {
  const sources = messages.slice(0, -1);
  const parts = messages.at(-1)?.parts ?? [];
  const context = issueConfig.domainContext?.trim() ?? '';
  const canJudge = !hasUnreadableEvidence(sources);
  const canJudgeText = canJudge && (context !== '' || statesSomething(sources));
  const evidence = indexEvidence([...evidenceTexts(sources), context].join('\n'));
  // An argument may also come from what the assistant itself proposed and the user agreed to.
  const argumentEvidence = once(() =>
    sources.some(({ role }) => role === 'assistant')
      ? indexEvidence([...conversationTexts(sources), context].join('\n'))
      : evidence,
  );
  const labels = new Set(issueConfig.labels.map(({ name }) => name));
  const question = evidenceTexts(sources.filter(({ role }) => role === 'user').slice(-1)).join('\n');

  let hasBasis = false;
  const annotations = parts.flatMap((part, index) => {
    const text = partText(part) ?? '';
    if (text.trim() === '' || part.type === 'reasoning') return [];
    if (part.type === 'tool_call') {
      if (!canJudge) return [];
      hasBasis = true;
      const findings = checkToolArguments(part, tools, argumentEvidence());
      return annotate(text, findings, labels, index, part.name);
    }
    if (!canJudgeText) return [];
    hasBasis = true;
    return annotate(text, checkText(text, evidence, question), labels, index, null);
  });
  return { annotations, hasBasis };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Each check sees the text without what an earlier one has already read, e.g. no numbers inside of dates. */
function checkText(text: string, evidence: Evidence, question: string): Finding[] {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanListMarkers(text)]);
  const links = scanLinks(prose);
  const withoutLinks = blankOut(prose, links);
  const dates = scanDates(withoutLinks);
  const withoutDates = blankOut(withoutLinks, dates);
  const withoutTimes = blankOut(withoutDates, scanTimes(withoutDates));
  return [
    ...checkLinks(links, evidence.links),
    ...checkDates(withoutLinks, evidence.dates),
    ...checkTimes(withoutDates, evidence.times),
    ...checkNumbers(withoutTimes, evidence.numbers),
    ...checkQuotes(withoutLinks, evidence.words),
    ...checkNames(withoutDates, evidence),
    ...checkRefusal(text, evidence.text, question),
  ];
}

type Located = Finding & { parameterName?: string };

function annotate(
  text: string,
  findings: Located[],
  labels: Set<string>,
  messagePartIndex: number,
  toolName: string | null,
): Annotation[] {
  const toOffset = codePointConverter(text);
  return mergeFindings(findings.filter(({ label }) => labels.has(label))).map((finding) => ({
    text: text.slice(finding.start, finding.end),
    label: finding.label,
    explanation: finding.explanation,
    messagePartIndex,
    startOffset: toOffset(finding.start),
    endOffset: toOffset(finding.end),
    toolName,
    parameterName: toolName === null ? null : (finding.parameterName ?? null),
    confidence: finding.confidence,
  }));
}
