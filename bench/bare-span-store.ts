import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { MongoClient } from 'mongodb';
import { traceSignal } from '../packages/formats';

interface Export {
  resourceSpans: { scopeSpans: { spans: object[] }[] }[];
}

/** A server that only decodes exports and inserts their spans: no credentials, no conversations, no transactions. */
async function main(): Promise<void> {
  const client = await MongoClient.connect(process.env.MONGODB_URI ?? '');
  const spans = client.db('bare').collection('spans');
  const app = express();
  app.use(express.raw({ type: () => true, limit: '32mb' }));
  app.post('/v1/traces', async (request, response) => {
    const decoded = traceSignal.request.toObject(traceSignal.request.decode(request.body as Buffer), {
      longs: String,
    }) as Export;
    const all = decoded.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    await spans.insertMany(all, { writeConcern: { w: 'majority' } });
    response.type('application/x-protobuf').end();
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  process.on('disconnect', () => process.exit(0));
}

void main();
