import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const DATABASE = { DATABASE_URL: 'postgres://portal@127.0.0.1/portal' };
const read = (variables: Record<string, string> = {}) => readConfig({ ...DATABASE, ...variables });

describe('The configuration', () => {
  it('the configuration requires only a database URL', () => {
    expect(() => readConfig({})).toThrow('DATABASE_URL');
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: DATABASE.DATABASE_URL,
      publicUrl: 'http://localhost:3000',
    });
  });

  it('an empty variable counts as not set', () => {
    expect(read({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: null });
  });

  it('processor URLs are overridden one by one', () => {
    const { processorUrls } = read({ STRIPE_URL: 'https://stripe.example' });
    expect(processorUrls).toEqual({ stripe: 'https://stripe.example' });
  });

  it('tracing is off without a collector and otherwise uses the configured ratio', () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };
    const ratio = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(read(ratio).tracing).toBeNull();
    expect(read(collector).tracing).toEqual({
      endpoint: 'http://collector.example:4318',
      serviceName: 'quittance',
      share: 1,
    });
    expect(read({ ...collector, ...ratio }).tracing).toMatchObject({ share: 0.1 });
    const off = { OTEL_TRACES_SAMPLER: 'always_off' };
    expect(read({ ...collector, ...off }).tracing).toMatchObject({ share: 0 });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'postgres'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'the portal'],
    ['ANALYTICS_URL', 'https://plausible.example'],
    ['ANALYTICS_URL', 'plausible'],
    ['CLARITY_ID', '"><script>'],
    ['META_PIXEL_ID', 'abc'],
    ['LINKEDIN_PARTNER_ID', '12 34'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['LIMITS_FACTOR', '0'],
    ['LIMITS_FACTOR', 'off'],
    ['LIMITS_FACTOR', '20'],
  ])('%s=%s is refused with the name of the variable', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
