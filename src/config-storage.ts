import { Type } from 'typebox';

/** The group `Storage` of the settings. */
export const StorageSettings = {
  STORAGE: Type.Enum(['disk', 's3'], {
    group: 'Storage',
    description: 'Where uploads are stored.',
    default: 'disk',
  }),
  STORAGE_DIR: Type.String({
    group: 'Storage',
    description: 'Directory for STORAGE=disk.',
    default: './data/uploads',
  }),
  S3_ENDPOINT: Type.String({
    group: 'Storage',
    description: 'URL of the S3-compatible service. Empty: AWS, by S3_REGION.',
    default: '',
    pattern: '^(|https?://\\S+)$',
  }),
  S3_REGION: Type.String({
    group: 'Storage',
    description: 'For STORAGE=s3.',
    default: 'us-east-1',
  }),
  S3_BUCKET: Type.String({
    group: 'Storage',
    description: 'Required for STORAGE=s3.',
    default: '',
  }),
  S3_ACCESS_KEY: Type.String({
    group: 'Storage',
    description:
      "Empty together with S3_SECRET_KEY: the AWS SDK's default chain, such as AWS_* variables, web identity (Kubernetes service account), or the role of the container or instance.",
    default: '',
    secret: true,
  }),
  S3_SECRET_KEY: Type.String({
    group: 'Storage',
    description: 'The secret of S3_ACCESS_KEY.',
    default: '',
    secret: true,
  }),
  S3_PATH_STYLE: Type.Boolean({
    group: 'Storage',
    description: 'Bucket in the path instead of the host name; true for most compatible services.',
    default: true,
  }),
};
