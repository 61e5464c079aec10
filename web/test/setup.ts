/** For tests only: a busy machine may take its time before the page shows what is waited for. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
