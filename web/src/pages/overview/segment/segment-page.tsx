import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { capitalize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { ButtonLink } from '../../../ui/button-link';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import { Causes } from '../causes';
import { conditionOf, nameDimension, type SegmentDimension } from '../dimensions';
import { Headline } from '../headline';
import { IssueRate } from '../issue-rate';
import styles from '../overview.module.css';
import { breakdownQuery } from '../overview-queries';
import { PeriodChoice } from '../period-choice';
import { type Scope, useScope } from '../scope';
import { usePeriod } from '../use-period';
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
  const period = usePeriod();
  const condition = conditionOf(dimension, value);
  const scope = useScope(condition, period);
  const { total, sampledShare, isPlaceholderData } = useTotal(scope, dimension);
  const first = total?.first_message_at ?? null;
  return (
    <>
      <PageHeader
        title={value}
        parent={{ name: 'Overview', to: href('overview') }}
        facts={
          <>
            <Badge>{capitalize(nameDimension(dimension).one)}</Badge>
            {first !== null && (
              <span>
                First seen <Time at={first} isAge />
              </span>
            )}
          </>
        }
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
          <SegmentFacts scope={scope} total={total} sampledShare={sampledShare} isBusy={isPlaceholderData} />
          <SegmentFindings scope={scope} name={value} />
          <SegmentExperiments condition={condition} name={value} />
        </div>
      )}
    </>
  );
}

/** The numbers of all messages in the scope; undefined until they are loaded. */
function useTotal(scope: Scope | null, dimension: SegmentDimension) {
  const query = breakdownQuery(useWorkspace(), scope?.bounded ?? '', dimension);
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: scope !== null });
  return { total: data?.total, sampledShare: data?.sampled_share, isPlaceholderData };
}
