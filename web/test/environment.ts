/** For tests only: one page for all files of a worker, because creating one takes longer than most files. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

let page: ReturnType<Environment['setup']> | undefined;

const environment: Environment = {
  ...builtinEnvironments['happy-dom'],
  name: 'shared-page',
  async setup(global, options) {
    page ??= builtinEnvironments['happy-dom'].setup(global, options);
    await page;
    return {
      teardown() {
        document.body.replaceChildren();
        localStorage.clear();
        sessionStorage.clear();
      },
    };
  },
};

export default environment;
