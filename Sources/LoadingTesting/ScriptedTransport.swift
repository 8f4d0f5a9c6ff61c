public import Loading
