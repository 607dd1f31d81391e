offer('=1+2', 5).
offer('Cup', -6).
