import { chartDifferences } from '../../../publish/chart';

const compose = `
services:
  api:
    image: assay
    command: [node, api.js]
    mem_limit: 2g
    read_only: true
    environment:
      LOG_LEVEL: \${LOG_LEVEL:-info}
      SECRET_KEY: \${SECRET_KEY:?set it}
    networks: [engines, edge]
    healthcheck:
      test: [CMD, node, --eval, "fetch('http://127.0.0.1:3000/readyz?for=traffic')"]
`;

const manifest = `
kind: Deployment
spec:
  template:
    metadata: {labels: {app.kubernetes.io/component: api}}
    spec:
      containers:
        - name: api
          image: assay:1
          command: [node, api.js]
          env:
            - {name: LOG_LEVEL, value: info}
            - {name: SECRET_KEY, valueFrom: {secretKeyRef: {name: assay, key: SECRET_KEY}}}
          resources: {limits: {memory: 2Gi}}
          readinessProbe: {httpGet: {path: /readyz?for=traffic, port: http}}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
---
kind: NetworkPolicy
spec:
  podSelector: {matchExpressions: [{operator: In, values: []}]}
  ingress:
    - from:
        - podSelector: {matchExpressions: [{operator: In, values: [api]}]}
`;

it('finds no difference in the same description', () => {
  expect(chartDifferences(compose, manifest, 'assay')).toEqual([]);
});

it.each([
  ['another image', 'assay:1', 'other:1', 'api: image is "other", not "assay"'],
  [
    'another command',
    '[node, api.js]',
    '[node, worker.js]',
    'api: command is ["node","worker.js"], not ["node","api.js"]',
  ],
  ['less memory', '2Gi', '1Gi', 'api: memory is "1Gi", not "2Gi"'],
  ['another default', 'value: info', 'value: debug', 'api: LOG_LEVEL is "debug", not "info"'],
  ['a variable that is not set', '- {name: LOG_LEVEL, value: info}', '', 'api: LOG_LEVEL is not set'],
  ['a variable of its own', 'LOG_LEVEL, value', 'LEVEL, value', 'api: LEVEL is set'],
  [
    'a secret in the clear',
    'valueFrom: {secretKeyRef: {name: assay, key: SECRET_KEY}}',
    'value: abc',
    'api: SECRET_KEY is "abc", not "$(SECRET_KEY)"',
  ],
  [
    'a writable file system',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'api: read-only is false, not true',
  ],
  [
    'another health check',
    '/readyz?for=traffic',
    '/healthz',
    'api: health is "/healthz", not "/readyz?for=traffic"',
  ],
  [
    'a pod that the engines refuse',
    'values: [api]',
    'values: []',
    'NetworkPolicy: their clients is [], not ["api"]',
  ],
  ['another container', 'name: api', 'name: other', 'other: only in the chart'],
])('finds %s', (_difference, text, replacement, expected) => {
  expect(chartDifferences(compose, manifest.replace(text, replacement), 'assay')).toContain(expected);
});

it('finds an engine that anyone may reach', () => {
  const engine = compose.replace('image: assay', 'image: mongo:7');

  expect(chartDifferences(engine, manifest.replace('assay:1', 'mongo:7'), 'assay')).toEqual([
    'NetworkPolicy: protected parts is [], not ["api"]',
  ]);
});
