import { ApiError } from '../../../api/api-error';

interface Keyed {
  key: string;
}

interface Sendable {
  send: () => Promise<unknown>;
}

interface SendQueueEvents<Item, Request> {
  onAcknowledged: (item: Item, request: Request) => void;
  /** All requests of the item succeeded. */
  onSent: (item: Item) => void;
  /** A request was refused; it and those behind it are dropped. */
  onRefused: (item: Item, error: Error) => void;
  onChange: (counts: SendQueueCounts) => void;
}

/** Items whose requests are being sent, and those that can be sent again. */
export interface SendQueueCounts {
  pending: number;
  failed: number;
}

interface ItemRequests<Item, Request> {
  item: Item;
  requests: Request[];
  hasFailed: boolean;
}

/**
 * Sends the requests of each item in order, because the last review of a finding counts: newer requests wait behind those
 * in flight or failed. Items do not wait for each other.
 */
export function createSendQueue<Item extends Keyed, Request extends Sendable>({
  onAcknowledged,
  onSent,
  onRefused,
  onChange,
}: SendQueueEvents<Item, Request>) {
  const queued = new Map<string, ItemRequests<Item, Request>>();

  const reportChange = () => {
    const failed = [...queued.values()].filter(({ hasFailed }) => hasFailed).length;
    onChange({ pending: queued.size - failed, failed });
  };
  const drain = async (entry: ItemRequests<Item, Request>): Promise<void> => {
    const { item, requests } = entry;
    entry.hasFailed = false;
    reportChange();
    const error = await sendInOrder(requests, (request) => onAcknowledged(item, request));
    if (error !== null && canRetry(error)) entry.hasFailed = true;
    else queued.delete(item.key);
    reportChange();
    if (error === null) onSent(item);
    else if (!canRetry(error)) onRefused(item, error);
  };

  return {
    send: (item: Item, requests: readonly Request[]): void => {
      const entry = queued.get(item.key);
      if (entry === undefined) {
        const added = { item, requests: [...requests], hasFailed: false };
        queued.set(item.key, added);
        void drain(added);
        return;
      }
      entry.requests.push(...requests);
      if (entry.hasFailed) void drain(entry);
    },
    /** Sends the failed requests again. */
    retry: (): void => {
      for (const entry of queued.values()) if (entry.hasFailed) void drain(entry);
    },
  };
}

/** Removes each request that succeeded; returns the error of the first that did not. */
async function sendInOrder<Request extends Sendable>(
  requests: Request[],
  onAcknowledged: (request: Request) => void,
): Promise<Error | null> {
  for (let request = requests[0]; request !== undefined; request = requests[0]) {
    try {
      await request.send();
    } catch (error) {
      return error as Error;
    }
    requests.shift();
    onAcknowledged(request);
  }
  return null;
}

/** Whether the connection or service failed, rather than refused. */
function canRetry(error: Error): boolean {
  return error instanceof ApiError && ([0, 429].includes(error.status) || error.status >= 500);
}
