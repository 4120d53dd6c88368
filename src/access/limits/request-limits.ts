import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { currentTimeMs } from '../../platform/clock';
import { rateLimited } from '../../platform/errors/error-templates';
import { addressKey } from '../../platform/http/address-key';
import type { Caller } from '../../platform/http/caller';
import type { RequestCredential, RequestLimits } from '../../platform/http/route-handler';
import { createWindowCounter, fixedWindow, type WindowUse } from '../../platform/rate-limits/window-counter';

const MINUTE_MS = 60_000;
/** A client that works once a day is still known the next day. */
const VALID_CREDENTIALS = { max: 50_000, ttl: 25 * 60 * MINUTE_MS };
const INVALID_CREDENTIALS = { max: 10_000, ttl: MINUTE_MS };
const serviceClock = { now: currentTimeMs };
/** Unknown credentials that are looked up although their address is beyond its limit. */
const LOOKUPS_PER_SECOND = 10;

interface RequestLimitSettings {
  perWorkspace: number;
  perAddress: number;
  /** Default: no credential is known, so that every request of an address beyond its limit is rejected. */
  readCredential?: (request: Request, isPublic: boolean) => RequestCredential | null;
}

/**
 * Limits requests per workspace across all keys and sessions, per user outside workspaces, and per address
 * for requests without a valid credential. 0 disables a limit.
 */
export function createRequestLimits({
  perWorkspace,
  perAddress,
  readCredential = () => null,
}: RequestLimitSettings): RequestLimits {
  const ofAddresses = createWindowCounter('address', fixedWindow(MINUTE_MS));
  const ofClients = createWindowCounter('client', fixedWindow(MINUTE_MS));
  // By hash, and only to admit a request: the credential itself is still verified.
  const valid = new LRUCache<string, true>({ ...VALID_CREDENTIALS, perf: serviceClock });
  const invalid = new LRUCache<string, true>({ ...INVALID_CREDENTIALS, perf: serviceClock });
  const admitLookup = createLookupShares();

  const isKnown = (credential: RequestCredential | null) =>
    credential !== null && (credential.isProven || valid.has(credential.name));

  return {
    admit(request, isPublic) {
      if (perAddress === 0) return;
      const address = addressKey(request.ip ?? '');
      // Only requests without a valid credential are counted, so that others are not affected by them.
      const use = ofAddresses.peek(address);
      if (use.amount < perAddress) return;
      const credential = readCredential(request, isPublic);
      if (isKnown(credential)) return;
      const isUnknown = credential !== null && !isPublic && !invalid.has(credential.name);
      if (isUnknown && admitLookup(address)) return;
      refuseBeyond(use, perAddress, 'address');
    },

    countAnonymous(request) {
      if (perAddress === 0) return;
      const use = ofAddresses.add(addressKey(request.ip ?? ''), 1);
      if (use.amount <= perAddress) return;
      const client = readCredential(request, true);
      if (client === null || !isKnown(client)) refuseBeyond(use, perAddress, 'address');
      else refuseBeyond(ofClients.add(client.name, 1), perAddress + 1, 'client');
    },

    countInvalid(request) {
      if (perAddress === 0) return;
      const credential = readCredential(request, false);
      if (credential !== null) {
        valid.delete(credential.name);
        invalid.set(credential.name, true);
      }
      refuseBeyond(ofAddresses.add(addressKey(request.ip ?? ''), 1), perAddress + 1, 'address');
    },

    rememberValid(request) {
      if (perAddress === 0) return;
      const credential = readCredential(request, false);
      if (credential !== null) valid.set(credential.name, true);
    },

    countCaller: createCallerLimit(perWorkspace),
  };
}

/** Counts the requests of callers, per workspace or user. */
function createCallerLimit(perWorkspace: number): RequestLimits['countCaller'] {
  const ofWorkspaces = createWindowCounter('requests', fixedWindow(MINUTE_MS));
  return (caller, workspaceId, response) => {
    if (perWorkspace === 0) return;
    const use = ofWorkspaces.add(keyOf(caller, workspaceId), 1);
    const { amount, resetMs } = use;
    // draft-ietf-httpapi-ratelimit-headers-03
    response.set({
      'RateLimit-Limit': String(perWorkspace),
      'RateLimit-Remaining': String(Math.max(0, perWorkspace - amount)),
      'RateLimit-Reset': String(Math.ceil(resetMs / 1000)),
    });
    refuseBeyond(use, perWorkspace + 1, 'workspace');
  };
}

/** Admits some lookups per address and second. Used only by addresses beyond their limit. */
function createLookupShares(): (address: string) => boolean {
  const lookups = new Map<string, number>();
  let second = 0;
  return (address) => {
    const now = Math.floor(currentTimeMs() / 1000);
    if (now !== second) lookups.clear();
    second = now;
    const count = lookups.get(address) ?? 0;
    if (count >= LOOKUPS_PER_SECOND) return false;
    lookups.set(address, count + 1);
    return true;
  };
}

/** All keys and people share the count of their workspace. */
function keyOf(caller: Caller, workspaceId: string | null): string {
  if (workspaceId !== null) return `workspace:${workspaceId}`;
  return caller.kind === 'workspace_key' ? `workspace:${caller.workspaceId}` : `user:${caller.userId}`;
}

function refuseBeyond({ amount, resetMs }: WindowUse, limit: number, of: string): void {
  if (amount < limit) return;
  throw rateLimited(`requests of this ${of} in a minute`, resetMs);
}
