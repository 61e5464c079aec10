/** For tests only: a generous timeout, because a busy machine renders slowly. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
