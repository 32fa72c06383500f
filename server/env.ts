import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';
import { isOutsideUrl } from './outgoing/post-outside.ts';

const optional = z.string().trim().optional();
const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address such as ${example}`, abort: true });
const origin = httpUrl('https://tags.example.com')
  .refine((url) => new URL(url).pathname === '/', 'must be an origin without a path, such as https://tags.example.com')
  .transform((url) => new URL(url).origin);
const email = (error: string) => z.email({ pattern: z.regexes.html5Email, error });
const wholeNumber = (min: number, max: number, error: string) =>
  z.coerce.number(error).int(error).min(min, error).max(max, error);
const countOf = (what: string) =>
  z.coerce.number(`must be a number of ${what}`).int(`must be a whole number of ${what}`).min(1, 'must be at least 1');
const hosts = z
  .string()
  .toLowerCase()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((names) => names.every(isHostName), 'must be host names such as preview.example.com, separated by commas');

const brandText = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^<>\p{Cc}]*$/u, 'must be plain text on one line')
    .optional();

const schema = z
  .object({
    PORT: wholeNumber(1, 65535, 'must be a port number').default(3000),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
    FILES_URL: httpUrl('https://key:secret@s3.example.com/bucket')
      .refine((url) => /^\/[^/]+$/.test(new URL(url).pathname), 'must end with the name of a bucket, such as /handback')
      .optional(),
    FILES_MB_PER_ACCOUNT: countOf('megabytes').default(500),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
    MAIL_FROM: email('must be a plain mail address').default('handback@localhost'),
    MAIL_QUOTES_FINDERS: z.enum(['0', '1'], 'must be 1 (emails to owners say what finders wrote) or 0').default('1'),
    BOUNCE_ADDRESS: z
      .email('must be a plain mail address')
      .regex(/^[^@+]{1,20}@/, 'must have at most 20 characters before the @, and no +')
      .optional(),
    BOUNCE_FOLDER: z.string().optional(),
    WEBHOOK_URL: z
      .string()
      .refine((url) => isOutsideUrl(url), 'must be an address such as https://sms.example.com/handback')
      .optional(),
    WEBHOOK_SECRET: z
      .string()
      .regex(
        /^whsec_(?:[A-Za-z0-9+/]{4}){8,}[A-Za-z0-9+/]{0,3}={0,2}$/,
        'must be whsec_ and at least 24 bytes in base64',
      )
      .optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_\w+$/, 'must be a secret key of Stripe, which begins with sk_ or rk_')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook at Stripe, which begins with whsec_')
      .optional(),
    STRIPE_API_URL: origin.optional(),
    STRIPE_CHECKOUT_URL: origin.default('https://checkout.stripe.com'),
    BACKUP_FOLDER: z.string().optional(),
    BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
    BACKUP_HOUR: wholeNumber(0, 23, 'must be an hour from 0 to 23').default(3),
    BACKUP_KEEP: countOf('backups').default(7),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters')
      .regex(/^[\x21-\x7e]+$/, 'must be plain characters without spaces')
      .optional(),
    SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    ADMIN_EMAIL: email('must be a mail address').toLowerCase().optional(),
    BRAND_PRODUCT_NAME: brandText(40),
    BRAND_TAGLINE: brandText(120),
    BRAND_LEGAL_NAME: brandText(120),
    BRAND_CONTACT_EMAIL: email('must be a plain mail address').optional(),
    BRAND_APP_STORE_URL: z.url({ protocol: /^https$/, error: 'must begin with https://' }).optional(),
    MAP_TILES_URL: httpUrl('https://tiles.example.com/{z}/{x}/{y}.png')
      .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must have {z}, {x} and {y} in it')
      .refine((url) => !/[{}]/.test(new URL(url).origin), 'must name one host, without a part in braces')
      .optional(),
    MAP_PAGE_URL: httpUrl('https://maps.example.com/?lat={latitude}&lon={longitude}')
      .refine(
        (url) => ['{latitude}', '{longitude}'].every((part) => url.includes(part)),
        'must have {latitude} and {longitude} in it',
      )
      .refine((url) => !/[{}]/.test(new URL(url).origin), 'must name one host, without a part in braces')
      .default('https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=16/{latitude}/{longitude}'),
    MAP_ATTRIBUTION: brandText(120).default('© OpenStreetMap contributors'),
    TRUST_PROXY: z.enum(['0', '1'], 'must be 1 (behind a proxy that sets X-Forwarded-For) or 0').default('0'),
    MAINTENANCE_EXEMPT_HOSTS: hosts.optional(),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info'),
  })
  .refine(...bothOrNeither('BOUNCE_FOLDER', 'BOUNCE_ADDRESS'))
  .refine(...bothOrNeither('WEBHOOK_SECRET', 'WEBHOOK_URL'))
  .refine(...bothOrNeither('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'))
  .refine((env) => !env.BACKUP_FOLDER || env.BACKUP_PASSPHRASE, {
    path: ['BACKUP_PASSPHRASE'],
    message: 'must be set when BACKUP_FOLDER is: backups are encrypted with it',
  })
  .transform((env) => ({ ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` }))
  .transform((env) => ({
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    brand: {
      productName: env.BRAND_PRODUCT_NAME,
      tagline: env.BRAND_TAGLINE,
      legalName: env.BRAND_LEGAL_NAME ?? new URL(env.PUBLIC_URL).host,
      contactEmail: env.BRAND_CONTACT_EMAIL ?? env.MAIL_FROM,
      appStoreUrl: env.BRAND_APP_STORE_URL,
    },
    map: {
      page: env.MAP_PAGE_URL,
      server: env.MAP_TILES_URL ? { tiles: env.MAP_TILES_URL, attribution: env.MAP_ATTRIBUTION } : undefined,
    },
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    filesUrl: env.FILES_URL,
    filesBytesPerAccount: env.FILES_MB_PER_ACCOUNT * 1_000_000,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailQuotesFinders: env.MAIL_QUOTES_FINDERS === '1',
    bounces:
      env.BOUNCE_ADDRESS && env.BOUNCE_FOLDER
        ? { address: env.BOUNCE_ADDRESS, folder: resolve(env.BOUNCE_FOLDER) }
        : undefined,
    webhook: env.WEBHOOK_URL && env.WEBHOOK_SECRET ? { url: env.WEBHOOK_URL, secret: env.WEBHOOK_SECRET } : undefined,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiUrl: env.STRIPE_API_URL,
            checkoutUrl: env.STRIPE_CHECKOUT_URL,
          }
        : undefined,
    backupFolder: env.BACKUP_FOLDER && resolve(env.BACKUP_FOLDER),
    backupPassphrase: env.BACKUP_PASSPHRASE,
    backupHour: env.BACKUP_HOUR,
    backupsKept: env.BACKUP_KEEP,
    metricsToken: env.METRICS_TOKEN,
    secret: env.SECRET,
    adminEmail: env.ADMIN_EMAIL,
    trustProxy: env.TRUST_PROXY === '1',
    maintenanceExemptHosts: env.MAINTENANCE_EXEMPT_HOSTS ?? [],
    logLevel: env.LOG_LEVEL,
  }));

export type Env = z.infer<typeof schema>;

export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(schema.in.in.shape).map((name) => [name, optional.parse(source[name]) || undefined]),
  );
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new OperatorError(`These settings need a correction (see .env.example):\n${problems.join('\n')}`);
}

function bothOrNeither(name: string, other: string) {
  const isGood = (env: Record<string, unknown>) => Boolean(env[name]) === Boolean(env[other]);
  const problem = { path: [name], message: `and ${other} must both be set, or neither` };
  return [isGood, problem] as const;
}

function isHostName(name: string): boolean {
  return URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name;
}
