import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Badge } from '../../../ui/badge';
import { ButtonLink } from '../../../ui/button-link';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { Time } from '../../../ui/time';
import { useSearch, useSearchChoice } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { Causes } from '../causes';
import { conditionOf, dimensionNames, type SegmentDimension } from '../dimensions';
import { Headline } from '../headline';
import { IssueRate } from '../issue-rate';
import styles from '../overview.module.css';
import { breakdownQuery } from '../overview-queries';
import { getPeriod, rangeIds, withPeriod } from '../period';
import { PeriodChoice } from '../period-choice';
import { type Scope, useScope } from '../scope';
import { useCurrentMinute } from '../use-current-minute';
import { SegmentExperiments } from './segment-experiments';
import { SegmentFacts } from './segment-facts';
import { SegmentFindings } from './segment-findings';

export const PromptPage = () => <SegmentPage dimension="prompt_version" />;
export const ModelPage = () => <SegmentPage dimension="model" />;
export const AgentPage = () => <SegmentPage dimension="agent" />;

/** The history, the findings and the experiments of a prompt version, a model or an agent. */
function SegmentPage({ dimension }: { dimension: SegmentDimension }) {
  const { value = '' } = useParams();
  const { href } = useWorkspace();
  const { search } = useSearch();
  const [range] = useSearchChoice('range', rangeIds);
  const own = { from: search.get('from'), to: search.get('to') };
  const period = getPeriod(range, useCurrentMinute(), own);
  const condition = conditionOf(dimension, value);
  const scope = useScope(condition, period);
  return (
    <>
      <PageHeader
        title={value}
        parent={{ name: 'Overview', to: href('overview') }}
        facts={<Facts dimension={dimension} value={value} scope={scope} />}
        actions={
          <>
            <ButtonLink to={`${href('overview')}?${new URLSearchParams({ filter: condition })}`}>
              Break down
            </ButtonLink>
            <PeriodChoice shown={period} />
          </>
        }
      />
      {scope === null ? (
        <Notice tone="warn">Choose a start before the end.</Notice>
      ) : (
        <div className={styles.panels}>
          <Headline scope={scope} />
          <div className={styles.why}>
            <IssueRate scope={scope} />
            <Causes scope={scope} />
          </div>
          <SegmentFacts scope={scope} dimension={dimension} value={value} />
          <SegmentFindings scope={scope} />
          <SegmentExperiments condition={condition} />
        </div>
      )}
    </>
  );
}

interface FactsProps {
  dimension: SegmentDimension;
  value: string;
  scope: Scope | null;
}

function Facts({ dimension, value, scope }: FactsProps) {
  const filter = scope === null ? '' : withPeriod(scope.filter, scope.period);
  const { data } = useQuery({
    ...breakdownQuery(useWorkspace(), filter, dimension),
    enabled: scope !== null,
  });
  const first = data?.values.find((one) => one.value === value)?.first_message_at ?? null;
  return (
    <>
      <Badge>{dimensionNames[dimension].one}</Badge>
      {first !== null && (
        <span>
          First seen <Time at={first} isAge />
        </span>
      )}
    </>
  );
}
