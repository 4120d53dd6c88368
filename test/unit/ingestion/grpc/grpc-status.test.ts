import { status } from '@grpc/grpc-js';
import { retryInfo, rpcStatus } from '../../../../packages/formats';
import { toGrpcStatus } from '../../../../src/ingestion/grpc/grpc-status';

const toStatus = (httpStatus: number, headers: Record<string, string> = {}) =>
  toGrpcStatus({
    status: httpStatus,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ detail: [{ msg: 'No' }, { msg: 'Not now' }] })),
  });

describe('toGrpcStatus', () => {
  it.each([
    [401, status.UNAUTHENTICATED],
    [403, status.PERMISSION_DENIED],
    [413, status.RESOURCE_EXHAUSTED],
    [422, status.INVALID_ARGUMENT],
    [429, status.RESOURCE_EXHAUSTED],
    [503, status.UNAVAILABLE],
    [500, status.INTERNAL],
  ])('maps HTTP %i to %i, with all messages', (httpStatus, code) => {
    expect(toStatus(httpStatus)).toMatchObject({ code, details: 'No; Not now' });
  });

  it('has RetryInfo only where the response says when to retry', () => {
    const detailsOf = ({ metadata }: ReturnType<typeof toGrpcStatus>) =>
      metadata.get('grpc-status-details-bin').map((bytes) => rpcStatus.decode(bytes as Buffer).toJSON());

    const retried = detailsOf(toStatus(429, { 'retry-after': '7' }));

    expect(detailsOf(toStatus(413))).toEqual([]);
    expect(retried).toEqual([
      {
        code: status.RESOURCE_EXHAUSTED,
        message: 'No; Not now',
        details: [
          {
            typeUrl: 'type.googleapis.com/google.rpc.RetryInfo',
            value: Buffer.from(retryInfo.encode({ retryDelay: { seconds: 7 } }).finish()).toString('base64'),
          },
        ],
      },
    ]);
  });
});
