import { Component, type ReactNode } from 'react';

type Props = { resetOn: unknown; fallback: ReactNode; children: ReactNode };
type State = { resetOn: unknown; isBroken: boolean };

/** Shows `fallback` when its children break, until `resetOn` is another. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetOn: this.props.resetOn, isBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return state.resetOn === resetOn ? null : { resetOn, isBroken: false };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
