// Contains a render error: a fallback replaces the children, and the rest of the page stays. The root of the
// document reports the error. It is a class, because React has no other form of error boundary.

import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
};

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasFailed: false }));
  }
}
