{{- define "assay.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "assay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "assay.secret" -}}
{{ .Values.existingSecret | default (include "assay.name" .) }}
{{- end }}

{{/* Labels of one part: list $ "api". */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Selects the pods of several parts: list $ "api" "worker". */}}
{{- define "assay.components" -}}
matchLabels:
  app.kubernetes.io/name: assay
  app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
matchExpressions:
  - key: app.kubernetes.io/component
    operator: In
    values: {{ rest . | toJson }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
{{- end }}

{{/* A pod has an unprivileged user and no token of the cluster. */}}
{{- define "assay.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "assay.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "assay.memory" -}}
requests:
  memory: {{ . }}
limits:
  memory: {{ . }}
{{- end }}

{{/* Containers read secrets when they start: other secrets are another template of a pod. */}}
{{- define "assay.restartForSecrets" -}}
annotations:
  checksum/secrets: {{ .Values.secrets | toJson | sha256sum }}
{{- end }}

{{/* An environment variable of the Secret: list $ "SECRET_KEY". */}}
{{- define "assay.secretVariable" -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ include "assay.secret" (index . 0) }}
      key: {{ index . 1 }}
{{- end }}

{{- define "assay.optionalVariable" -}}
{{ include "assay.secretVariable" . }}
      optional: true
{{- end }}

{{- define "assay.environment" -}}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: '3000'
{{- if .Values.engines.enabled }}
{{ include "assay.secretVariable" (list . "MONGO_PASSWORD") }}
# In MongoDB, the service may read and write its own database only.
- name: MONGODB_URI
  value: mongodb://assay:$(MONGO_PASSWORD)@{{ include "assay.name" . }}-mongo:27017/assay?replicaSet=rs0&authSource=admin
{{- else }}
{{ include "assay.secretVariable" (list . "MONGODB_URI") }}
{{- end }}
- name: TEMPORAL_ADDRESS
  value: {{ include "assay.temporalAddress" . }}
{{ include "assay.secretVariable" (list . "SECRET_KEY") }}
{{- range list "SECRET_KEY_PREVIOUS" "OPENAI_API_KEY" "MODEL_PROVIDERS" }}
{{ include "assay.optionalVariable" (list $ .) }}
{{- end }}
{{- range $name, $value := omit .Values.environment "BOOTSTRAP_WORKSPACE" }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "assay.temporalAddress" -}}
{{- if .Values.engines.enabled -}}
{{ include "assay.name" . }}-temporal:7233
{{- else -}}
{{ required "engines.temporalAddress is required without engines.enabled" .Values.engines.temporalAddress }}
{{- end -}}
{{- end }}

{{/* Repeatable, also at the same time in several pods, and tried until the engines are ready. */}}
{{- define "assay.migrate" -}}
- name: migrate
  image: {{ include "assay.image" . }}
  command: [node, dist/src/cli/main.js, migrate]
  env:
    {{- include "assay.environment" . | nindent 4 }}
    {{- include "assay.secretVariable" (list . "BOOTSTRAP_EMAIL") | nindent 4 }}
    {{- include "assay.secretVariable" (list . "BOOTSTRAP_PASSWORD") | nindent 4 }}
    {{- include "assay.optionalVariable" (list . "BOOTSTRAP_API_KEY") | nindent 4 }}
    - name: BOOTSTRAP_WORKSPACE
      value: {{ .Values.environment.BOOTSTRAP_WORKSPACE | quote }}
  resources:
    {{- include "assay.memory" .Values.migrate.memory | nindent 4 }}
  securityContext:
    {{- include "assay.confined" . | nindent 4 }}
  volumeMounts:
    - name: tmp
      mountPath: /tmp
{{- end }}

{{/* A deployment of the image: dict with root, part, values, initContainers, command, environment, ports, probes. */}}
{{- define "assay.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "assay.name" .root }}-{{ .part }}
  labels:
    {{- include "assay.labels" (list .root .part) | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  selector:
    matchLabels:
      {{- include "assay.selector" (list .root .part) | nindent 6 }}
  template:
    metadata:
      {{- include "assay.restartForSecrets" .root | nindent 6 }}
      labels:
        {{- include "assay.labels" (list .root .part) | nindent 8 }}
    spec:
      {{- include "assay.pod" 1000 | nindent 6 }}
      terminationGracePeriodSeconds: 35
      {{- with .initContainers }}
      initContainers:
        {{- . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .part }}
          image: {{ include "assay.image" .root }}
          command: {{ toJson .command }}
          env:
            {{- .environment | nindent 12 }}
          {{- with .ports }}
          ports: {{ toJson . }}
          {{- end }}
          {{- .probes | nindent 10 }}
          resources:
            {{- include "assay.memory" .values.memory | nindent 12 }}
          securityContext:
            {{- include "assay.confined" . | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: tmp
          emptyDir: {}
{{- end }}
