/** The hooks of react-redux, typed for this store. */
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppStore, OpeningState, RootState } from './store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** For components that may render before the store is complete. */
export const useOpeningSelector = useSelector.withTypes<OpeningState>();
export const useAppStore = useStore.withTypes<AppStore>();
