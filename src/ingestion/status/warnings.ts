import { contentAdvice } from './advice';
import type { IgnoredReason, SourceReport } from './diagnose';

type Described = Pick<SourceReport, 'origin' | 'attributeKeys'>;

const nameOf = ({ origin: { sdkName } }: Described) => sdkName ?? 'an unnamed instrumentation';

const wordings: Record<IgnoredReason, (described: Described) => string> = {
  unrelated: (described) => `Records of ${nameOf(described)} that are not about models are ignored.`,
  rejected: (described) =>
    `Records of ${nameOf(described)} were rejected. Its exporter reports the reasons of each batch.`,
  unknown_convention: (described) =>
    `Spans of ${nameOf(described)} look like model calls of an unknown convention, with the attributes ` +
    `${described.attributeKeys.join(', ')}. Use an instrumentation of docs/traces.md.`,
  no_content: (described) =>
    `Model calls of ${nameOf(described)} have no recorded content. ${contentAdvice(described.origin)}`,
};

/** Sentences that say what is ignored, why, and what to change. */
export function describeIgnored(reason: IgnoredReason, described: Described): string {
  return wordings[reason](described);
}

const warned = [
  ['unknown_convention', 'unknown'],
  ['no_content', 'without content'],
] as const;

/** What the sender of a batch should know of it. Spans that are not about models are no reason for a warning. */
export function warningsOf(reports: SourceReport[]): string[] {
  return reports.flatMap((report) =>
    warned
      .filter(([reason]) => report.ignored[reason] > 0)
      .map(
        ([reason, name]) =>
          `${report.ignored[reason]} ${name}: ${describeIgnored(reason, report).replace(/\.$/, '')}`,
      ),
  );
}
