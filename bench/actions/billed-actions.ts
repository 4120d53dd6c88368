import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { HEARTBEAT_MS } from '../../activities/evaluate-due.activity';

/** Billed actions of workflow executions by kind, as https://docs.temporal.io/cloud/actions counts them. */
export interface BilledActions {
  /** Also by continue-as-new. */
  starts: number;
  signals: number;
  timers: number;
  /** Every try. */
  activities: number;
  /** Those of one workflow task count once. */
  localActivities: number;
  /** Computed from how long activities ran: histories do not have them. */
  heartbeats: number;
}

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Sums up the histories of all executions of a workspace, in every run. */
export async function countActions(client: Client, workspaceId: string): Promise<BilledActions> {
  const total = { starts: 0, signals: 0, timers: 0, activities: 0, localActivities: 0, heartbeats: 0 };
  const executions = client.workflow.list({ query: `AssayWorkspaceId = '${workspaceId}'` });
  for await (const { workflowId, runId } of executions) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    addEvents(total, events ?? []);
  }
  return total;
}

export function sumActions(actions: BilledActions): number {
  return Object.values(actions).reduce((sum, count) => sum + count, 0);
}

function addEvents(total: BilledActions, events: readonly HistoryEvent[]): void {
  const tasksWithMarkers = new Set<string>();
  const startedAt = new Map<string, number>();
  for (const event of events) {
    if (event.workflowExecutionStartedEventAttributes) total.starts += 1;
    if (event.workflowExecutionSignaledEventAttributes) total.signals += 1;
    if (event.timerStartedEventAttributes) total.timers += 1;
    const marker = event.markerRecordedEventAttributes;
    if (marker) tasksWithMarkers.add(String(marker.workflowTaskCompletedEventId));
    const started = event.activityTaskStartedEventAttributes;
    if (started) {
      total.activities += started.attempt ?? 1;
      startedAt.set(String(event.eventId), millisecondsOf(event));
    }
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed) {
      const begin = startedAt.get(String(completed.startedEventId)) ?? millisecondsOf(event);
      total.heartbeats += Math.floor((millisecondsOf(event) - begin) / HEARTBEAT_MS);
    }
  }
  total.localActivities += tasksWithMarkers.size;
}

function millisecondsOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1000 + (eventTime?.nanos ?? 0) / 1e6;
}
