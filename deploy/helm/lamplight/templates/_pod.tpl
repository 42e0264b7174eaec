{{/* Labels of every resource; those of a selector never change, so no version is among them. */}}
{{- define "lamplight.labels" -}}
app.kubernetes.io/name: lamplight
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lamplight.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "lamplight.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "lamplight.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "lamplight.settingsFrom" -}}
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
{{- end }}

{{/* The schema's owner, if it is another login than the site's: only the migration and the backup read it. */}}
{{- define "lamplight.migrationUrl" -}}
- name: DATABASE_MIGRATION_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.migrationSecret }}, key: database-url, optional: true }
{{- end }}

{{- define "lamplight.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /secrets, readOnly: true }
{{- end }}

{{- define "lamplight.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
- name: secrets
  # 288 is 0440: readers of YAML disagree about what a leading zero means.
  secret: { secretName: {{ .Values.secret }}, defaultMode: 288 }
{{- end }}

{{/* DRAIN_SECONDS, up to 25 seconds for running requests, and a margin. */}}
{{- define "lamplight.grace" -}}
terminationGracePeriodSeconds: 45
{{- end }}

{{- define "lamplight.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "lamplight.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}
