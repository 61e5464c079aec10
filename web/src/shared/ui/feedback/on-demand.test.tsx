import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onDemand } from './on-demand.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Page = () => <p>the page</p>;
const VIEWS = { waiting: () => <p>waiting</p> };

describe('A component in its own chunk', () => {
  it('a component is rendered once its chunk is loaded', async () => {
    const { Component } = onDemand(async () => Page, VIEWS);
    render(<Component />);
    expect(screen.getByText('waiting')).toBeDefined();
    expect(await screen.findByText('the page')).toBeDefined();
  });

  it('a component is rendered at once when its chunk is already loaded', async () => {
    const { Component, load } = onDemand(async () => Page, VIEWS);
    await load();
    render(<Component />);
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('a chunk that failed to load is requested again, and the rest of the page stays', async () => {
    const fetchPage = vi.fn(async () => Page).mockRejectedValueOnce(new Error('no such file'));
    const { Component } = onDemand(fetchPage, VIEWS);
    render(
      <>
        <p>the rest</p>
        <Component />
      </>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the page')).toBeDefined();
    expect(screen.getByText('the rest')).toBeDefined();
    expect(fetchPage).toHaveBeenCalledTimes(2);
  });

  it('a component that fails to render leaves the rest of the page intact', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = (): never => {
      throw new Error('no such field');
    };
    const { Component } = onDemand(async () => Broken, VIEWS);
    render(
      <>
        <p>the rest</p>
        <Component />
      </>,
    );
    expect(await screen.findByText("We couldn't show this section.")).toBeDefined();
    expect(screen.getByText('the rest')).toBeDefined();
  });
});
