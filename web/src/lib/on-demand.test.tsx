import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { onDemand } from './on-demand.tsx';

afterEach(cleanup);

const Page = () => <p>the page</p>;

function draw(Component: () => React.ReactNode) {
  return render(
    <Suspense fallback={<p>waiting</p>}>
      <Component />
    </Suspense>,
  );
}

describe('A component in its own chunk', () => {
  it('a component is rendered once its chunk is loaded', async () => {
    const { Component } = onDemand(async () => Page);
    draw(() => <Component />);
    expect(screen.getByText('waiting')).toBeDefined();
    expect(await screen.findByText('the page')).toBeDefined();
  });

  it('a component is rendered at once when its chunk is already loaded', async () => {
    const { Component, load } = onDemand(async () => Page);
    await load();
    draw(() => <Component />);
    expect(screen.getByText('the page')).toBeDefined();
  });
});
