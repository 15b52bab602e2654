/* jpeglib.h wants both to be there before it. */
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
