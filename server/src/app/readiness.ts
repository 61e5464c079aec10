import { toPattern } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { FastifyInstance } from 'fastify';

export type Readiness = {
  database: boolean;
  migrations: boolean;
  worker: boolean;
  /** Whether the process is ready only with a worker. Default: yes. */
  needsWorker?: boolean;
};

export function registerReadiness(app: FastifyInstance, check: () => Promise<Readiness>): void {
  const { path, answer } = ROUTES.ready;
  app.get(
    toPattern(path),
    { config: { limits: ROUTES.ready.limits }, schema: { response: { 200: answer, 503: answer } } },
    async (_, reply) => {
      const { needsWorker = true, ...parts } = await check();
      const isReady = parts.database && parts.migrations && (parts.worker || !needsWorker);
      return reply
        .status(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not ready', ...parts });
    },
  );
}
